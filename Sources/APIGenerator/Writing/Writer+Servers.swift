import Foundation

extension Writer {
    func writeServers(to text: inout SwiftText) {
        writeBaseURL(to: &text)
        for server in api.servers {
            text.line()
            text.documentation(server.documentation.isEmpty ? ["The server \(server.url)"] : server.documentation)
            text.line(
                "static let \(server.name) = URL(string: \(SwiftText.literal(server.plain)))!"
                    + "  // the generator has parsed it"
            )
            if server.variables.isEmpty { continue }
            text.line()
            text.documentation(["Returns the URL of a server; nil if a value cannot stand in one."])
            if server.variables.contains(where: { !$0.documentation.isEmpty }) { text.documentation(["- Parameters:"]) }
            for variable in server.variables where !variable.documentation.isEmpty {
                text.documentation(
                    ["  - \(variable.name): \(variable.documentation.joined(separator: " "))"], indent: "    ")
            }
            let parameters = server.variables.map {
                "\(SwiftName.escaped($0.name)): String = \(SwiftText.literal($0.value))"
            }
            let name = server.name == "host" ? "server" : server.name
            let url = server.variables.reduce(SwiftText.literal(server.url)) {
                $0.replacingBytes("{\($1.key)}", "\\(\(SwiftName.escaped($1.name)))")
            }
            text.call("static func \(name)", parameters, " -> URL? { URL(string: \(url)) }")
        }
    }

    /// Writes the base URL: the server with the most operations, and before it the others with theirs.
    private func writeBaseURL(to text: inout SwiftText) {
        let used = api.servers.filter { !$0.operations.isEmpty }
        let most = used.map(\.operations.count).max() ?? 0
        let common = used.first { $0.operations.count == most } ?? api.servers[0]
        if used.count < 2 { return text.line("var baseURL: URL { Self.\(common.name) }") }
        text.block("var baseURL: URL") { text in
            text.line("switch self {")
            for server in used where server.name != common.name {
                text.fillCase(server.operations.map { api.pattern(of: $0) }, "Self.\(server.name)")
            }
            text.line("default: Self.\(common.name)")
            text.line("}")
        }
    }

    func writeProperties(to text: inout SwiftText) {
        if !api.headers.isEmpty {
            text.line()
            let pairs = api.headers.map { "\(SwiftText.literal($0.name)): \(SwiftText.literal($0.value))" }
            text.line("var headers: HTTPHeaders { [\(pairs.joined(separator: ", "))] }")
        }
        if api.usesSecurity {
            text.line()
            text.documentation([
                "The place of the token of most operations; the routes of the others have their own."
            ])
            text.line("var authorizationType: AuthorizationType? { \(api.authorization ?? "nil") }")
        }
        if usesQuery {
            text.line()
            text.line("var queryEncoder: QueryEncoder { Self.queryStyle }")
            text.block("static let queryStyle: QueryEncoder =") { text in
                text.line("var encoder = QueryEncoder()")
                text.line("encoder.arrays = .repeated")
                text.line("encoder.bools = .literal")
                if support.dates { text.line("encoder.dates = .custom { Self.text(of: $0) }") }
                text.line("return encoder")
            }
            text.closeClosure()
        }
        if support.dates {
            text.line()
            text.line("var encoder: any BodyEncoder { Self.jsonEncoder }")
            text.line("var decoder: any BodyDecoder { Self.jsonDecoder }")
        }
    }

    /// Whether lists or Booleans may stand in a query or a form.
    private var usesQuery: Bool {
        api.operations.contains { operation in
            operation.parameters.contains { $0.location == .query } || operation.body?.kind == .form
                || operation.body?.kind == .multipart
        }
    }
}
