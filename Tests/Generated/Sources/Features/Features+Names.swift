// Generated from features.yaml by `swift package generate-api`. Made again, it loses changes.

import Talyn

nonisolated extension Call where Target == Features, Value == Void {
    static func getPublic() -> Self { Self(.getPublic) }

    static func getKeyed() -> Self { Self(.getKeyed) }

    static func getKeyedByQuery() -> Self { Self(.getKeyedByQuery) }

    static func getBasic() -> Self { Self(.getBasic) }

    @available(*, deprecated)
    static func getOld() -> Self { Self(.getOld) }

    static func getSandbox() -> Self { Self(.getSandbox) }

    /// - Parameters:
    ///   - id:
    static func postNamesWithoutIDByID(id: String) -> Self { Self(.postNamesWithoutIDByID(id: id)) }
}

nonisolated extension Call where Target == Features, Value == Features.TypeModel {
    /// Names that are keywords, and * / marks of comments \(1) " beside them.
    /// - Parameters:
    ///   - in:
    ///   - selfValue:
    ///   - default:
    static func `default`(
        in: String, selfValue: String, default: String, query: Features.DefaultQuery = Features.DefaultQuery()
    ) -> Self {
        Self(.`default`(in: `in`, selfValue: selfValue, default: `default`, query: query))
    }
}

nonisolated extension Call where Target == Features, Value == Features.ErrorModel {
    static func routeOperation() -> Self { Self(.routeOperation) }
}

nonisolated extension Call where Target == Features, Value == Features.FailureModel {
    static func getEncoder() -> Self { Self(.getEncoder) }
}
