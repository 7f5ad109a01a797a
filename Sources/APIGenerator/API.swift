/// The plan of the output: operations, models and names.
struct API {
    /// The name of the enum.
    var name: String
    /// The first line of each file.
    var header: String
    var documentation: [String]
    var operations: [Operation]
    var types: TypeTable
    /// The models that are written, in the order of their names.
    var written: [Int]
    /// The unions that are indirect, because they contain themselves.
    var indirect: Set<Int>
    var groups: [Group]
    var servers: [Server]
    /// The headers of each operation.
    var headers: [(name: String, value: String)]
    /// Headers that each operation takes, whose value the document does not have.
    var openHeaders: [String]
    /// The place of a token, as an expression; nil for no token.
    var authorization: String?
    var usesSecurity: Bool

    /// Operations whose cases stand in an enum of their own, or, in a small API, whose calls stand in one file.
    struct Group {
        /// The name of the file, and of the nested enum.
        let name: String
        /// The case of the enum that holds the nested one; nil if the cases stand in the enum itself.
        let caseName: String?
        let operations: [Int]
    }

    struct Server {
        var name: String
        let url: String
        let documentation: [String]
        var variables: [(key: String, name: String, value: String, documentation: [String])] = []
        /// The operations that are sent to it.
        var operations: [Int] = []

        init(name: String, url: String, documentation: [String] = []) {
            (self.name, self.url, self.documentation) = (name, url, documentation)
        }

        /// The URL with the default values of its variables.
        var plain: String { variables.reduce(url) { $0.replacingBytes("{\($1.key)}", $1.value) } }
    }

    var isGrouped: Bool { groups.contains { $0.caseName != nil } }

    /// Returns the pattern of an operation's case.
    func pattern(of operation: Int) -> String {
        let name = ".\(SwiftName.escaped(operations[operation].name))"
        guard let group = groups.first(where: { $0.operations.contains(operation) }), let outer = group.caseName
        else { return name }
        return ".\(SwiftName.escaped(outer))(\(name))"
    }
}
