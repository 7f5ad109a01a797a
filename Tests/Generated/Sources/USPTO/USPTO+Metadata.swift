// Generated from uspto.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == USPTO, Value == USPTO.DataSetList {
    /// List available data sets
    static func listDataSets() -> Self { Self(.listDataSets) }
}

nonisolated extension Call where Target == USPTO, Value == String {
    /// Provides the general information about the API and the list of fields that can be used to query the dataset.
    ///
    /// This GET API returns the list of all the searchable field names that are in the oa_citations. Please see the
    /// 'fields' attribute which returns an array of field names. Each field or a combination of fields can be searched
    /// using the syntax options shown below.
    /// - Parameters:
    ///   - dataset: Name of the dataset.
    ///   - version: Version of the dataset.
    static func listSearchableFields(dataset: String, version: String) -> Self {
        Self(
            .listSearchableFields(dataset: dataset, version: version),
            decode: { try $0.decode(USPTO.Box<String>.self).wrappedValue })
    }
}
