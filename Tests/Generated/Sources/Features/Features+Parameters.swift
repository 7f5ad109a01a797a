// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == Features, Value == Void {
    /// Lists of each style
    static func lists(
        repeated: [String]? = nil, commas: [Int]? = nil, pipes: [String]? = nil, spaces: [String]? = nil,
        ids: [Int64]? = nil, colors: [Features.Color]? = nil
    ) -> Self {
        Self(.lists(repeated: repeated, commas: commas, pipes: pipes, spaces: spaces, ids: ids, colors: colors))
    }

    /// GET /objects
    static func objects(page: Features.ObjectsPage, filter: Features.Filter? = nil) -> Self {
        Self(.objects(page: page, filter: filter))
    }

    /// GET /headers
    static func headersOperation(
        xTrace: String, xNumbers: [Int], xCount: Int? = nil, xTags: [String]? = nil, xFlag: Bool? = nil,
        xSince: Date? = nil, xColor: Features.Color? = nil
    ) -> Self {
        Self(
            .headersOperation(
                xTrace: xTrace, xNumbers: xNumbers, xCount: xCount, xTags: xTags, xFlag: xFlag, xSince: xSince,
                xColor: xColor))
    }

    /// GET /paths/{text}/{int}/{long}/{number}/{flag}/{uuid}/{day}/{moment}/{color}/{size}/{list}
    static func paths(
        text: String, int: Int, long: Int64, number: Double, flag: Bool, uuid: String, day: Features.CalendarDate,
        moment: Date, color: Features.Color, size: Features.Size, list: [Int]
    ) -> Self {
        Self(
            .paths(
                text: text, int: int, long: long, number: number, flag: flag, uuid: uuid, day: day, moment: moment,
                color: color, size: size, list: list))
    }

    /// GET /files/{name}.{extension}/v{version}
    static func segments(name: String, extension: String, version: Int) -> Self {
        Self(.segments(name: name, extension: `extension`, version: version))
    }

    /// More than six parameters.
    /// - Parameters:
    ///   - q: What is looked for.
    static func search(q: String, query: Features.SearchQuery = Features.SearchQuery()) -> Self {
        Self(.search(q: q, query: query))
    }

    /// GET /query-named-query
    static func searchByQuery(
        query: String, options: Features.SearchByQueryQuery = Features.SearchByQueryQuery()
    ) -> Self {
        Self(.searchByQuery(query: query, options: options))
    }
}
