// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == Features, Value == Void {
    /// GET /public
    static func getPublic() -> Self { Self(.getPublic) }

    /// GET /keyed
    static func getKeyed() -> Self { Self(.getKeyed) }

    /// GET /keyed-by-query
    static func getKeyedByQuery() -> Self { Self(.getKeyedByQuery) }

    /// GET /basic
    static func getBasic() -> Self { Self(.getBasic) }

    /// GET /old
    @available(*, deprecated)
    static func getOld() -> Self { Self(.getOld) }

    /// GET /names/sandbox
    static func sandbox() -> Self { Self(.sandbox) }

    /// POST /names/without-id/{id}
    static func postNamesWithoutIDByID(id: String) -> Self { Self(.postNamesWithoutIDByID(id: id)) }
}

nonisolated extension Call where Target == Features, Value == Features.TypeModel {
    /// Names that are keywords, and * / marks of comments \(1) " beside them.
    static func `default`(
        in: String, selfValue: String, default: String, query: Features.DefaultQuery = Features.DefaultQuery()
    ) -> Self {
        Self(.`default`(in: `in`, selfValue: selfValue, default: `default`, query: query))
    }
}

nonisolated extension Call where Target == Features, Value == Features.ErrorModel {
    /// GET /names/route
    static func routeOperation() -> Self { Self(.routeOperation) }
}

nonisolated extension Call where Target == Features, Value == Features.FailureModel {
    /// GET /names/json-encoder
    static func jsonEncoderOperation() -> Self { Self(.jsonEncoderOperation) }
}
