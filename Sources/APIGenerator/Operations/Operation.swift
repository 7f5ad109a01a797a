/// One operation of a document: a case of the enum.
struct Operation {
    /// The name of the case and of the bound call.
    var name: String
    let method: String
    /// The path as the document has it.
    let template: String
    var path: [PathPart]
    /// Items that the path itself has behind a `?`.
    var fixedQuery: [(name: String, value: String)] = []
    var documentation: [String]
    var isDeprecated: Bool
    var tag: String?
    let place: Located
    /// The server that the operation or its path declares.
    var server: Located?
    var parameters: [Parameter] = []
    var body: Body?
    var success = Success.none
    /// The struct with the optional query, and its name in the case; nil if each item is a value of the case.
    var queryStruct: (type: String, name: String)?
    var accept: String?
    /// Headers of the target that this operation does not have.
    var withoutHeaders: [String] = []
    var errors: [(status: Status, type: SwiftType)] = []
    var authorization: Authorization = .inherited
    /// The example of the success, as the document has it.
    var sample: Sample?

    enum PathPart {
        case literal(String)
        /// A parameter, by its index.
        case parameter(Int)
    }

    struct Sample {
        var status: Int
        var schema: Located?
        var example: Node?
        var contentType: String
    }

    enum Authorization: Equatable {
        case inherited
        case scheme(String?)
    }

    /// A status, a range of them as `4XX`, or all that are not declared.
    enum Status: Hashable {
        case code(Int)
        case range(Int)
        case other
    }

    struct Parameter {
        enum Location: String { case path, query, header }
        enum Style: Equatable {
            case plain
            /// A list joined by a separator.
            case separated(String)
            /// `filter[a]=1`
            case deepObject
            /// `a=1`, without the name of the parameter.
            case exploded
        }
        let key: String
        var name: String
        let location: Location
        var type: SwiftType
        var isRequired: Bool
        var style = Style.plain
        var documentation: [String] = []
        let place: Located
        /// Whether the name of a list has brackets.
        var isBracketed = false
    }

    struct Body {
        enum Kind { case json, form, multipart, data, text }
        var kind: Kind
        var type: SwiftType
        var isRequired: Bool
        var contentType: String
        /// The name of the value in the case and the route.
        var name = "body"
    }

    enum Success {
        case none
        case value(SwiftType)
        case text
        case data
        /// Server-sent events, with data of a type; nil for events as they are.
        case events(SwiftType?)
        /// An enum of the values by status, by its name; a case without a type has no body.
        case byStatus(name: String, [(status: Status, name: String, type: SwiftType?)])
    }
}
