// Generated from uspto.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension USPTO {
    struct DataSetList: Codable, Equatable, Sendable {
        var total: Int?
        var apis: [DataSetListApisItem]?
    }

    struct DataSetListApisItem: Codable, Equatable, Sendable {
        /// To be used as a dataset parameter value
        var apiKey: String?
        /// To be used as a version parameter value
        var apiVersionNumber: String?
        /// The URL describing the dataset's fields
        var apiURL: String?
        /// A URL to the API console for each API
        var apiDocumentationURL: String?

        enum CodingKeys: String, CodingKey {
            case apiKey
            case apiVersionNumber
            case apiURL = "apiUrl"
            case apiDocumentationURL = "apiDocumentationUrl"
        }
    }

    struct PerformSearchBody: Codable, Equatable, Sendable {
        /// Uses Lucene Query Syntax in the format of propertyName:value, propertyName:[num1 TO num2] and date range
        /// format: propertyName:[yyyyMMdd TO yyyyMMdd]. In the response please see the 'docs' element which has the
        /// list of record objects. Each record structure would consist of all the fields and their corresponding
        /// values.
        var criteria: String
        /// Starting record number. Default value is 0.
        var start: Int?
        /// Specify number of rows to be returned. If you run the search with default values, in the response you will
        /// see 'numFound' attribute which will tell the number of records available in the dataset.
        var rows: Int?
    }
}
