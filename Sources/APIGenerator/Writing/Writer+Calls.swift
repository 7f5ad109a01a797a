extension Writer {
    /// Writes the bound calls of a group, those of one value type in one extension.
    func writeCalls(of group: API.Group, to text: inout SwiftText) {
        var order: [String] = []
        var members: [String: [Int]] = [:]
        for index in group.operations {
            let head = self.head(of: api.operations[index])
            if members[head] == nil { order.append(head) }
            members[head, default: []].append(index)
        }
        for (number, head) in order.enumerated() {
            if number > 0 { text.line() }
            text.block("nonisolated extension " + head) { text in
                for (place, index) in (members[head] ?? []).enumerated() {
                    if place > 0 { text.line() }
                    writeCall(api.operations[index], group, to: &text)
                }
            }
        }
        for index in group.operations {
            guard case .byStatus(let name, let cases) = api.operations[index].success else { continue }
            text.line()
            writeStatuses(name, cases, of: api.operations[index], to: &text)
        }
    }

    /// The type that an operation's call extends.
    private func head(of operation: Operation) -> String {
        let target = "where Target == \(api.name)"
        switch operation.success {
        case .none: return "Call \(target), Value == Void"
        case .value(let type): return "Call \(target), Value == \(value(type, in: scope))"
        case .text: return "Call \(target), Value == String"
        case .data: return "Call \(target), Value == Data"
        case .byStatus(let name, _): return "Call \(target), Value == \(scope)\(name)"
        case .events(let type):
            return "StreamCall \(target), Element == \(type.map { text($0, in: scope) } ?? "ServerSentEvent")"
        }
    }

    private func writeCall(_ operation: Operation, _ group: API.Group, to text: inout SwiftText) {
        writeDocumentation(of: operation, to: &text)
        let values = values(of: operation, in: scope)
        let arguments = values.map(\.argument)
        let inner =
            ".\(SwiftName.escaped(operation.name))" + (values.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
        let target = group.caseName.map { ".\(SwiftName.escaped($0))(\(inner))" } ?? inner
        let parameters = values.map(\.inFunction)
        let (start, decode): (String, String?) =
            switch operation.success {
            case .value(let type) where isRaw(type):
                value(type).utf8.last == UInt8(ascii: "?") || api.types.isNullable(type)
                    ? ("Self", "decode: { try $0.decode(\(boxed(type, in: scope))?.self)?.wrappedValue }")
                    : ("Self", "decode: { try $0.decode(\(boxed(type, in: scope)).self).wrappedValue }")
            case .none, .value, .text, .data: ("Self", nil)
            case .byStatus(let name, _): ("Self", "decode: { try \(scope)\(name)($0) }")
            case .events: (".events", nil)
            }
        let body = "\(start)(\(([target] + [decode].compactMap { $0 }).joined(separator: ", ")))"
        let head = "static func \(SwiftName.escaped(operation.name))"
        let whole = "\(head)(\(parameters.joined(separator: ", "))) -> Self { \(body) }"
        if text.fits(whole) { return text.line(whole) }
        text.call(head, parameters, " -> Self {")
        text.indented { text in
            if text.fits(body) { return text.line(body) }
            text.line(start + "(")
            text.indented { text in
                let tail = decode == nil ? ")" : ","
                if text.fits(target + tail) {
                    text.line(target + tail)
                } else {
                    let group = group.caseName.map { ".\(SwiftName.escaped($0))(" } ?? ""
                    text.call(
                        group + ".\(SwiftName.escaped(operation.name))", arguments, (group.isEmpty ? "" : ")") + tail,
                        closes: false)
                }
                if let decode { text.line(decode + ")") }
            }
        }
        text.line("}")
    }

    private func writeStatuses(
        _ name: String, _ cases: [(status: Operation.Status, name: String, type: SwiftType?)], of operation: Operation,
        to text: inout SwiftText
    ) {
        text.block("nonisolated extension \(api.name)") { text in
            text.documentation(["The answer of ``\(operation.name)``, by the status."])
            text.block("enum \(name): Equatable, Sendable") { text in
                for one in cases {
                    let value = one.type.map { "(\(self.value($0)))" } ?? ""
                    text.line("case \(SwiftName.escaped(one.name))\(value)")
                }
                text.line()
                text.block("init(_ response: Response) throws(RequestError)") { text in
                    text.line("switch response.statusCode {")
                    for (index, one) in cases.enumerated() {
                        let pattern: String =
                            switch one.status {
                            case _ where index == cases.count - 1: "default:"
                            case .code(let code): "case \(code):"
                            case .range(let hundred): "case \(hundred)00...\(hundred)99:"
                            case .other: "default:"
                            }
                        let value =
                            one.type.map { type in
                                isRaw(type)
                                    ? "(try response.decode(\(boxed(type)).self).wrappedValue)"
                                    : "(try response.decode(\(self.value(type)).self))"
                            } ?? ""
                        text.line("\(pattern) self = .\(SwiftName.escaped(one.name))\(value)")
                    }
                    text.line("}")
                }
            }
        }
    }
}
