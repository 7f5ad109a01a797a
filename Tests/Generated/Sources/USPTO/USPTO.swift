// Generated from uspto.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

/// USPTO Data Set API
///
/// The Data Set API (DSAPI) allows the public users to discover and search USPTO exported data sets. This is a generic
/// API that allows USPTO users to make any CSV based data files searchable through API. With the help of GET call, it
/// returns the list of data fields that are searchable. With the help of POST call, data can be fetched based on the
/// filters on the field names. Please note that POST call is used to search the actual data. The reason for the POST
/// call is that it allows users to specify any complex search criteria without worry about the GET size limitations as
/// well as encoding of the input parameters.
nonisolated enum USPTO: RoutedTarget {
    /// List available data sets
    case listDataSets
    /// Provides the general information about the API and the list of fields that can be used to query the dataset.
    case listSearchableFields(dataset: String, version: String)
    /// Provides search capability for the data set with the given search criteria.
    case performSearch(dataset: String, version: String, PerformSearchBody? = nil)

    var baseURL: URL { Self.host }

    /// The server {scheme}://developer.uspto.gov/ds-api
    static let host = URL(string: "https://developer.uspto.gov/ds-api")!  // the generator has parsed it

    /// Returns the URL of a server; nil if a value cannot stand in one.
    /// - Parameters:
    ///   - scheme: The Data Set API is accessible via https and http One of https, http.
    static func server(scheme: String = "https") -> URL? { URL(string: "\(scheme)://developer.uspto.gov/ds-api") }

    var headers: HTTPHeaders { ["Accept": "application/json"] }

    var queryEncoder: QueryEncoder { Self.queryStyle }
    static let queryStyle: QueryEncoder = {
        var encoder = QueryEncoder()
        encoder.arrays = .repeated
        encoder.bools = .literal
        return encoder
    }()

    var route: Route {
        switch self {
        case .listDataSets: .get("/")
        case .listSearchableFields(let dataset, let version):
            .get("\(dataset, name: "dataset")/\(version, name: "version")/fields")
        case .performSearch(let dataset, let version, let body):
            .post("\(dataset, name: "dataset")/\(version, name: "version")/records").form(ifPresent: body)
        }
    }
}
