// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

/// Features
///
/// An API that uses one feature in each operation.
nonisolated enum Features: RoutedTarget, AccessTokenAuthorizable {
    /// Lists of each style
    case lists(
        repeated: [String]? = nil, commas: [Int]? = nil, pipes: [String]? = nil, spaces: [String]? = nil,
        ids: [Int64]? = nil, colors: [Color]? = nil
    )
    /// GET /objects
    case objects(page: ObjectsPage, filter: Filter? = nil)
    /// GET /headers
    case headersOperation(
        xTrace: String, xNumbers: [Int], xCount: Int? = nil, xTags: [String]? = nil, xFlag: Bool? = nil,
        xSince: Date? = nil, xColor: Color? = nil
    )
    /// GET /paths/{text}/{int}/{long}/{number}/{flag}/{uuid}/{day}/{moment}/{color}/{size}/{list}
    case paths(
        text: String, int: Int, long: Int64, number: Double, flag: Bool, uuid: String, day: CalendarDate, moment: Date,
        color: Color, size: Size, list: [Int]
    )
    /// GET /files/{name}.{extension}/v{version}
    case segments(name: String, extension: String, version: Int)
    /// More than six parameters.
    case search(q: String, query: SearchQuery = SearchQuery())
    /// GET /query-named-query
    case searchByQuery(query: String, options: SearchByQueryQuery = SearchByQueryQuery())
    /// POST /forms
    case sendForm(SendFormBody)
    /// POST /uploads
    case upload(UploadBody)
    /// PUT /notes
    case putNote(body: String)
    /// PUT /blobs
    case putBlob(body: Data)
    /// POST /optional-body
    case sendOptional(Filter? = nil)
    /// PATCH /profile
    case changeProfile(ProfileChange)
    /// PUT /profile
    case setProfile(Profile)
    /// POST /json
    case sendAnything(body: JSONValue)
    /// POST /events
    case sendEvent(Event)
    /// POST /trees
    case sendTree(Tree)
    /// PUT /settings
    case setSettings(Settings)
    /// GET /things/{id}
    case getThing(id: Int64)
    /// DELETE /things/{id}
    case deleteThing(id: Int64)
    /// PUT /things/{id}
    case renewThing(id: Int64)
    /// POST /jobs
    case startJob
    /// GET /maybe
    case getMaybe
    /// GET /maybe-text
    case getMaybeText
    /// GET /null-or-thing
    case getNullOrThing
    /// GET /json-text
    case getJSONText
    /// GET /json-name
    case getJSONName
    /// GET /json-null-text
    case getJSONNullText
    /// GET /json-bytes
    case getJSONBytes
    /// GET /json-date
    case getJSONDate
    /// GET /json-number
    case getJSONNumber
    /// GET /json-color
    case getColor
    /// GET /plain
    case getPlain
    /// GET /bytes
    case getBytes
    /// GET /stream
    case streamTicks
    /// GET /logs
    case streamLogs
    /// GET /times
    case getTimes
    /// GET /unions
    case getUnions
    /// GET /public
    case getPublic
    /// GET /keyed
    case getKeyed
    /// GET /keyed-by-query
    case getKeyedByQuery
    /// GET /basic
    case getBasic
    /// GET /old
    case getOld
    /// Names that are keywords, and * / marks of comments \(1) " beside them.
    case `default`(in: String, selfValue: String, default: String, query: DefaultQuery = DefaultQuery())
    /// GET /names/route
    case routeOperation
    /// GET /names/json-encoder
    case jsonEncoderOperation
    /// GET /names/sandbox
    case sandbox
    /// POST /names/without-id/{id}
    case postNamesWithoutIDByID(id: String)

    var baseURL: URL { Self.host }

    /// The servers of a region.
    static let host = URL(string: "https://eu.example.com/v1")!  // the generator has parsed it

    /// Returns the URL of a server; nil if a value cannot stand in one.
    /// - Parameters:
    ///   - region: The region. One of eu, us.
    static func server(
        region: String = "eu", base: String = "v1"
    ) -> URL? { URL(string: "https://\(region).example.com/\(base)") }

    /// Sandbox
    static let sandbox2 = URL(string: "https://sandbox.example.com/v1")!  // the generator has parsed it

    var headers: HTTPHeaders { ["Accept": "application/json"] }

    /// The place of the token of most operations; the routes of the others have their own.
    var authorizationType: AuthorizationType? { .bearer }

    var queryEncoder: QueryEncoder { Self.queryStyle }
    static let queryStyle: QueryEncoder = {
        var encoder = QueryEncoder()
        encoder.arrays = .repeated
        encoder.bools = .literal
        encoder.dates = .custom { Self.text(of: $0) }
        return encoder
    }()

    var encoder: any BodyEncoder { Self.jsonEncoder }
    var decoder: any BodyDecoder { Self.jsonDecoder }

    var route: Route {
        switch self {
        case .lists(let repeated, let commas, let pipes, let spaces, let ids, let colors):
            .get("lists")
                .query([
                    "repeated": repeated,
                    "commas": .separated(commas),
                    "pipes": .separated(pipes, by: "|"),
                    "spaces": .separated(spaces, by: " "),
                    "ids[]": ids,
                    "colors": .separated(colors),
                ])
        case .objects(let page, let filter): .get("objects").query(encoding: page).query(encoding: ["filter": filter])
        case .headersOperation(let xTrace, let xNumbers, let xCount, let xTags, let xFlag, let xSince, let xColor):
            .get("headers")
                .header("X-Trace", xTrace)
                .header("X-Numbers", xNumbers.map { String($0) }.joined(separator: ","))
                .header("X-Count", xCount.map { String($0) })
                .header("X-Tags", xTags.map { $0.joined(separator: ",") })
                .header("X-Flag", xFlag.map { String($0) })
                .header("X-Since", xSince.map { Features.text(of: $0) })
                .header("X-Color", xColor.map { $0.rawValue })
        case .paths(
            let text, let int, let long, let number, let flag, let uuid, let day, let moment, let color, let size,
            let list
        ):
            .get(
                """
                paths/\(text, name: "text")/\(int, name: "int")/\(long, name: "long")/\(String(number), name: "number")\
                /\(String(flag), name: "flag")/\(uuid, name: "uuid")/\(day, name: "day")/\
                \(Features.text(of: moment), name: "moment")/\(color, name: "color")/\(size, name: "size")/\
                \(list.map { String($0) }.joined(separator: ","), name: "list")
                """)
        case .segments(let name, let `extension`, let version):
            .get("files/\(name, name: "name").\(`extension`, name: "extension")/v\(version, name: "version")")
        case .search(let q, let query): .get("search/").query(["q": q]).query(query.items)
        case .searchByQuery(let query, let options):
            .get("query-named-query").query(["query": query]).query(options.items)
        case .sendForm(let body): .post("forms").form(encoding: body)
        case .upload(let body): .post("uploads").multipart(body.parts)
        case .putNote(let body): .put("notes").text(body, contentType: "text/plain")
        case .putBlob(let body): .put("blobs").data(body, contentType: "image/png")
        case .sendOptional(let body): .post("optional-body").json(ifPresent: body)
        case .changeProfile(let body):
            .patch("profile").json(body).header("Content-Type", "application/merge-patch+json")
        case .setProfile(let body): .put("profile").json(body)
        case .sendAnything(let body): .post("json").json(body)
        case .sendEvent(let body): .post("events").json(body)
        case .sendTree(let body): .post("trees").json(body)
        case .setSettings(let body): .put("settings").json(body)
        case .getThing(let id): .get("things/\(id, name: "id")")
        case .deleteThing(let id): .delete("things/\(id, name: "id")")
        case .renewThing(let id): .put("things/\(id, name: "id")")
        case .startJob: .post("jobs")
        case .getMaybe: .get("maybe")
        case .getMaybeText: .get("maybe-text")
        case .getNullOrThing: .get("null-or-thing")
        case .getJSONText: .get("json-text")
        case .getJSONName: .get("json-name")
        case .getJSONNullText: .get("json-null-text")
        case .getJSONBytes: .get("json-bytes")
        case .getJSONDate: .get("json-date")
        case .getJSONNumber: .get("json-number")
        case .getColor: .get("json-color")
        case .getPlain: .get("plain").header("Accept", "text/plain")
        case .getBytes: .get("bytes").header("Accept", "application/octet-stream")
        case .streamTicks: .get("stream").header("Accept", "text/event-stream")
        case .streamLogs: .get("logs").header("Accept", "text/event-stream")
        case .getTimes: .get("times")
        case .getUnions: .get("unions")
        case .getPublic: .get("public").authorization(nil)
        case .getKeyed: .get("keyed").authorization(.header("X-API-Key"))
        case .getKeyedByQuery: .get("keyed-by-query").authorization(.query("api_key"))
        case .getBasic: .get("basic").authorization(.basic)
        case .getOld: .get("old")
        case .`default`(let `in`, let selfValue, let `default`, let query):
            .get("names/\(`in`, name: "in")/\(selfValue, name: "self")/\(`default`, name: "default")")
                .query(query.items)
        case .routeOperation: .get("names/route")
        case .jsonEncoderOperation: .get("names/json-encoder")
        case .sandbox: .get("names/sandbox")
        case .postNamesWithoutIDByID(let id): .post("names/without-id/\(id, name: "id")")
        }
    }
}

nonisolated extension Features {
    /// The optional query of ``search``.
    struct SearchQuery: Sendable {
        var page: Int?
        var perPage: Int?
        var sort: SearchSort?
        var archived: Bool?
        var since: Date?
        var until: CalendarDate?
        var labels: [String]?
        var score: Double?
        var include: [String]?

        /// The items of the query.
        var items: QueryItems {
            var all = QueryItems([])
            all.append("page", page)
            all.append("per_page", perPage)
            all.append("sort", sort)
            all.append("archived", archived)
            all.append("since", since)
            all.append("until", until)
            all.append("labels", .separated(labels))
            all.append("score", score)
            all.append("include", include)
            return all
        }
    }
}

nonisolated extension Features {
    /// The optional query of ``searchByQuery``.
    struct SearchByQueryQuery: Sendable {
        var a: String?
        var b: String?
        var c: String?
        var d: String?
        var e: String?
        var itemsValue: String?

        /// The items of the query.
        var items: QueryItems {
            var all = QueryItems([])
            all.append("a", a)
            all.append("b", b)
            all.append("c", c)
            all.append("d", d)
            all.append("e", e)
            all.append("items", itemsValue)
            return all
        }
    }
}

nonisolated extension Features {
    /// The optional query of ``default``.
    struct DefaultQuery: Sendable {
        var type: String?
        var inoutValue: String?
        var filter: String?
        var aBCD: String?

        /// The items of the query.
        var items: QueryItems {
            var all = QueryItems([])
            all.append("Type", type)
            all.append("inout", inoutValue)
            all.append("$filter", filter)
            all.append("a b&c=d", aBCD)
            return all
        }
    }
}
