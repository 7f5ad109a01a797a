// Generated from uspto.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == USPTO, Value == [[String: [String: JSONValue]]] {
    /// Provides search capability for the data set with the given search criteria.
    ///
    /// This API is based on Solr/Lucene Search. The data is indexed using SOLR. This GET API returns the list of all
    /// the searchable field names that are in the Solr Index. Please see the 'fields' attribute which returns an array
    /// of field names. Each field or a combination of fields can be searched using the Solr/Lucene Syntax. Please refer
    /// https://lucene.apache.org/core/3_6_2/queryparsersyntax.html#Overview for the query syntax. List of field names
    /// that are searchable can be determined using above GET api.
    /// - Parameters:
    ///   - dataset: Name of the dataset. In this case, the default value is oa_citations
    ///   - version: Version of the dataset.
    static func performSearch(dataset: String, version: String, _ body: USPTO.PerformSearchBody? = nil) -> Self {
        Self(.performSearch(dataset: dataset, version: version, body))
    }
}
