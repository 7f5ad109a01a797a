/// Writes the error of an API out of the bodies that its operations answer with on failure.
struct FailureWriter {
    private let api: API
    /// The types of bodies, with the names of their cases.
    private var bodies: [(type: SwiftType, name: String)] = []
    /// The type of the most operations for each status.
    private var common: [(status: Operation.Status, type: SwiftType)] = []
    /// The operations whose body differs from that, by status and type.
    private var special: [(status: Operation.Status, type: SwiftType, operations: [Int])] = []

    var isEmpty: Bool { bodies.isEmpty }

    init(_ api: API) {
        self.api = api
        var counts: [(status: Operation.Status, type: SwiftType, operations: [Int])] = []
        for (index, operation) in api.operations.enumerated() {
            for (status, type) in operation.errors {
                if let place = counts.firstIndex(where: { $0.status == status && $0.type == type }) {
                    counts[place].operations.append(index)
                } else {
                    counts.append((status, type, [index]))
                }
            }
        }
        var names = NameScope(["cancelled", "other", "requestError"])
        for count in counts where !bodies.contains(where: { $0.type == count.type }) {
            bodies.append(
                (
                    count.type,
                    names.unique(Self.caseName(of: count.type, api), reserved: SwiftName.reservedCases, suffix: "Body")
                ))
        }
        for count in counts {
            let rivals = counts.filter { $0.status == count.status }
            let most = rivals.map(\.operations.count).max() ?? 0
            if rivals.first(where: { $0.operations.count == most })?.type == count.type {
                common.append((count.status, count.type))
            } else {
                special.append(count)
            }
        }
        common.sort { Self.order($0.status) < Self.order($1.status) }
        special.sort { Self.order($0.status) < Self.order($1.status) }
    }

    private static func caseName(of type: SwiftType, _ api: API) -> String {
        switch type {
        case .model(let index): SwiftName.member(api.types.models[index].name)
        case .array: "list"
        case .map: "object"
        case .string: "text"
        default: "body"
        }
    }

    /// Exact codes come first, then ranges, then all others.
    private static func order(_ status: Operation.Status) -> Int {
        switch status {
        case .code(let code): code
        case .range(let hundred): 1_000 + hundred
        case .other: 2_000
        }
    }

    private static func pattern(_ status: Operation.Status) -> String {
        switch status {
        case .code(let code): String(code)
        case .range(let hundred): "\(hundred)00...\(hundred)99"
        case .other: "300...599"
        }
    }

    func write(to text: inout SwiftText) {
        let writer = Writer(api)
        text.block("nonisolated extension \(api.name)") { text in
            text.documentation([
                "The error of each call of ``\(api.name)``: a body that the document declares, with the raw error beside it, or that error alone."
            ])
            text.block("enum Failure: Error, Equatable") { text in
                for body in bodies {
                    let all =
                        (common.filter { $0.type == body.type }.map(\.status)
                        + special.filter { $0.type == body.type }.map(\.status)).map(Self.label)
                    text.documentation(["The body of \(Self.unique(all).joined(separator: ", "))."])
                    text.line("case \(SwiftName.escaped(body.name))(\(writer.value(body.type)), RequestError)")
                }
                text.documentation(["Another failure: no connection, another status, a body that does not decode."])
                text.line("case other(RequestError)")
                text.documentation(["The task was cancelled."])
                text.line("case cancelled(RequestError)")
                text.line()
                text.documentation(["The raw error, with the status, the headers and the body."])
                text.block("var requestError: RequestError") { text in
                    text.line("switch self {")
                    let names =
                        bodies.map { ".\(SwiftName.escaped($0.name))(_, let error)" } + [
                            ".other(let error)", ".cancelled(let error)",
                        ]
                    text.fillCase(names, "error")
                    text.line("}")
                }
            }
            text.line()
            text.line(
                "static let catchChain = CatchChain<Failure>(cancelled: { .cancelled($0) }, otherwise: { .other($0) })")
            text.indentation += 1
            if !special.isEmpty { text.line(".catch(target: Self.self) { $0.failure(for: $1) }") }
            for (patterns, type) in links {
                let name = name(of: type)
                let isRaw = writer.isRaw(type)
                let type = isRaw ? writer.boxed(type) : writer.value(type)
                text.line(
                    ".catch(status: \(patterns), as: \(type).self) { .\(name)($0\(isRaw ? ".wrappedValue" : ""), $1) }")
            }
            text.indentation -= 1
        }
        if !special.isEmpty {
            text.line()
            writeSpecial(to: &text)
        }
    }

    /// The links for most operations; codes of one type stand in one link.
    private var links: [(String, SwiftType)] {
        var links: [(String, SwiftType)] = []
        for (status, type) in common {
            if case .code(let code) = status, let last = links.indices.last, links[last].1 == type,
                !links[last].0.utf8.contains(UInt8(ascii: "."))
            {
                links[last].0 += ", \(code)"
            } else {
                links.append((Self.pattern(status), type))
            }
        }
        return links
    }

    private func name(of type: SwiftType) -> String {
        SwiftName.escaped(bodies.first { $0.type == type }?.name ?? "other")
    }

    private static func label(_ status: Operation.Status) -> String {
        switch status {
        case .code(let code): String(code)
        case .range(let hundred): "\(hundred)XX"
        case .other: "every other status"
        }
    }

    private static func unique(_ all: [String]) -> [String] {
        all.reduce(into: []) { result, one in if !result.contains(one) { result.append(one) } }
    }

    /// Writes the mapping of the operations whose bodies differ from those of the others.
    private func writeSpecial(to text: inout SwiftText) {
        let writer = Writer(api)
        text.block("nonisolated extension \(api.name)") { text in
            text.documentation(["Returns the error of an operation whose body differs from the others' of that status."]
            )
            text.block("private func failure(for error: RequestError) -> Failure?") { text in
                text.line("guard let status = error.statusCode else { return nil }")
                text.line("switch (self, status) {")
                for one in special {
                    let pattern = Self.pattern(one.status)
                    text.fillCase(one.operations.map { "(\(api.pattern(of: $0)), \(pattern))" })
                    text.indentation += 1
                    let isRaw = writer.isRaw(one.type)
                    text.line(
                        "return \(exception(of: one))error.body(as: \(isRaw ? writer.boxed(one.type) : writer.value(one.type)).self)"
                            + ".map { .\(name(of: one.type))($0\(isRaw ? ".wrappedValue" : ""), error) }"
                    )
                    text.indentation -= 1
                }
                text.line("default: return nil")
                text.line("}")
            }
        }
    }

    /// A condition for a range whose operations have codes of their own in it.
    private func exception(of one: (status: Operation.Status, type: SwiftType, operations: [Int])) -> String {
        if case .code = one.status { return "" }
        let codes = Set(
            one.operations.flatMap { api.operations[$0].errors }.compactMap { error in
                if case .code(let code) = error.status { code } else { nil }
            })
        if codes.isEmpty { return "" }
        return "[\(codes.sorted().map { String($0) }.joined(separator: ", "))].contains(status) ? nil : "
    }
}
