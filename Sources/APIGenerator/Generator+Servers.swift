import Foundation

extension Generator {
    /// Returns the servers of the document, and those that only some operations have.
    static func servers(
        of root: Located, _ operations: [Operation], _ groups: [API.Group], _ documents: Documents
    ) -> [API.Server] {
        var names = NameScope(Set(operations.map(\.name) + groups.compactMap(\.caseName)))
        var servers: [API.Server] = []
        for (index, place) in (root["servers"]?.items ?? []).enumerated() {
            guard var server = server(place, documents) else { continue }
            server.name = index == 0 ? "host" : name(of: server, "server\(index + 1)", &names)
            servers.append(server)
        }
        for (index, operation) in operations.enumerated() {
            guard let place = operation.server, var server = server(place, documents) else { continue }
            if let same = servers.firstIndex(where: { $0.plain.utf8.elementsEqual(server.plain.utf8) }) {
                servers[same].operations.append(index)
            } else {
                server.name = servers.isEmpty ? "host" : name(of: server, "server\(servers.count + 1)", &names)
                server.operations = [index]
                servers.append(server)
            }
        }
        if operations.isEmpty { return servers }
        if servers.isEmpty {
            documents.note(
                .approximated, "no server is declared; http://localhost stands for it: make the provider with baseURL",
                at: root["servers"] ?? root)
            servers = [.init(name: "host", url: "http://localhost")]
        }
        let own = Set(servers.flatMap(\.operations))
        servers[0].operations += operations.indices.filter { !own.contains($0) }
        return servers
    }

    private static func name(of server: API.Server, _ fallback: String, _ names: inout NameScope) -> String {
        let word = SwiftName.member(server.documentation.first ?? "", fallback: fallback)
        return names.unique(
            word.utf8.count > 30 ? fallback : word, reserved: SwiftName.reservedCases, suffix: "Server")
    }

    /// Reads a server; nil for one that is left out.
    private static func server(_ place: Located, _ documents: Documents) -> API.Server? {
        guard var url = documents.text("url", of: place) else {
            documents.note(.fault, "a server without \"url\"; it is left out", at: place)
            return nil
        }
        if url.utf8.starts(with: "//".utf8) { url = "https:" + url }
        if url.utf8.starts(with: "/".utf8) || url.utf8.isEmpty {
            documents.note(
                .approximated,
                "the server has no host; http://localhost stands for it: make the provider with baseURL", at: place)
            url = "http://localhost" + url
        }
        let description = documents.text("description", of: place) ?? ""
        var server = API.Server(name: "", url: url, documentation: [description].filter { !$0.isEmpty })
        var labels = NameScope()
        for (key, variable) in documents.object("variables", of: place)?.members ?? [] {
            let values = variable["enum"]?.items.compactMap(\.text) ?? []
            let value = variable["default"]?.text ?? values.first ?? ""
            var documentation = documents.documentation(of: variable)
            if !values.isEmpty { documentation.append("One of " + values.joined(separator: ", ") + ".") }
            server.variables.append((key, labels.unique(SwiftName.member(key)), value, documentation))
        }
        guard URL(string: server.plain)?.host != nil else {
            documents.note(.fault, "\"\(server.plain)\" is no URL; the server is left out", at: place)
            return nil
        }
        return server
    }

    /// Notes paths of only a slash behind a server with a path, which Talyn sends without the slash.
    static func noteSlashes(_ api: API, _ documents: Documents) {
        guard api.servers.contains(where: { URL(string: $0.url).map { !["", "/"].contains($0.path) } ?? true }) else {
            return
        }
        for operation in api.operations where operation.template.utf8.elementsEqual("/".utf8) {
            documents.note(
                .approximated, "the URL of the server is sent without a slash behind it", at: operation.place)
        }
    }

    /// Moves the most common authorization to the target.
    static func setAuthorization(of api: inout API, _ root: Located, _ reader: OperationReader) {
        let global = root["security"].flatMap { reader.scheme(of: $0) }
        var counts: [(scheme: String?, count: Int)] = []
        for index in api.operations.indices {
            let scheme: String?
            if case .scheme(let own) = api.operations[index].authorization { scheme = own } else { scheme = global }
            api.operations[index].authorization = .scheme(scheme)
            if let place = counts.firstIndex(where: { $0.scheme == scheme }) {
                counts[place].count += 1
            } else {
                counts.append((scheme, 1))
            }
        }
        api.usesSecurity = counts.contains { $0.scheme != nil }
        let most = counts.map(\.count).max() ?? 0
        api.authorization = counts.first { $0.count == most }?.scheme
        for index in api.operations.indices where api.operations[index].authorization == .scheme(api.authorization) {
            api.operations[index].authorization = .inherited
        }
    }

    /// Moves the most common `Accept` to the target.
    static func setAccept(of api: inout API) {
        var counts: [(accept: String, count: Int)] = []
        for operation in api.operations {
            guard let accept = operation.accept, MediaType(accept) != .events else { continue }
            if let place = counts.firstIndex(where: { $0.accept == accept }) {
                counts[place].count += 1
            } else {
                counts.append((accept, 1))
            }
        }
        guard let most = counts.map(\.count).max(), let accept = counts.first(where: { $0.count == most })?.accept
        else { return }
        if accept != "*/*" { api.headers.insert(("Accept", accept), at: 0) }
        for index in api.operations.indices
        where api.operations[index].accept == accept {
            api.operations[index].accept = nil
        }
    }
}
