extension Writer {
    /// Writes the sample of each case.
    func writeSamples(to text: inout SwiftText) {
        text.block("nonisolated extension \(api.name): SampledTarget") { text in
            if api.isGrouped {
                text.block("var sample: StubAnswer") { text in
                    text.line("switch self {")
                    for group in api.groups {
                        text.line("case .\(SwiftName.escaped(group.caseName ?? ""))(let target): target.sample")
                    }
                    text.line("}")
                }
            } else {
                writeSamples(of: api.groups.flatMap(\.operations), to: &text)
            }
        }
        guard api.isGrouped else { return }
        for group in api.groups {
            text.line()
            text.block("nonisolated extension \(api.name).\(group.name)") { text in
                writeSamples(of: group.operations, to: &text)
            }
        }
    }

    private func writeSamples(of operations: [Int], to text: inout SwiftText) {
        text.block("var sample: StubAnswer") { text in
            text.line("switch self {")
            for index in operations { writeSample(of: api.operations[index], to: &text) }
            text.line("}")
        }
    }

    private func writeSample(of operation: Operation, to text: inout SwiftText) {
        let pattern = "case .\(SwiftName.escaped(operation.name)):"
        guard let sample = operation.sample else { return text.line("\(pattern) .status(200)") }
        let status = sample.status == 200 ? "" : ", status: \(sample.status)"
        switch operation.success {
        case .none: text.line("\(pattern) .status(\(sample.status))")
        case .data: text.line("\(pattern) .data(Data(\"sample\".utf8)\(status))")
        case .text: text.line("\(pattern) .text(\(SwiftText.literal(sample.example?.text ?? "text"))\(status))")
        case .events(let type):
            let data = type == nil ? "text" : SampleJSON.text(value(of: sample))
            writeLiteral(data, pattern, ".events([ServerSentEvent(", ")])", to: &text)
        case .value, .byStatus:
            let node = value(of: sample)
            let short = SampleJSON.text(node, isText: isText(operation.success))
            let hashes = Self.hashes(for: short)
            let line = "\(pattern) .json(\(hashes)\"\(short)\"\(hashes)\(status))"
            if text.fits(line) { return text.line(line) }
            text.line(pattern)
            text.indented { text in
                text.line(".json(")
                text.indented { text in
                    text.line("\(hashes)\"\"\"")
                    for line in SampleJSON.text(node, indentation: 0, isText: isText(operation.success)).splitBytes(
                        "\n")
                    { text.line(line) }
                    text.line("\"\"\"\(hashes)\(status))")
                }
            }
        }
    }

    private func writeLiteral(
        _ data: String, _ pattern: String, _ head: String, _ tail: String, to text: inout SwiftText
    ) {
        let literal = SwiftText.literal(data)
        let whole = "\(pattern) \(head)\(literal)\(tail)"
        if text.fits(whole) { return text.line(whole) }
        text.line(pattern)
        text.indented { $0.line(head + literal + tail) }
    }

    /// The example of a sample if it fits its schema, else one that is made of the schema.
    private func value(of sample: Operation.Sample) -> Node {
        guard let source, let schema = sample.schema else { return sample.example ?? Node(.mapping([]), line: 0) }
        let maker = SampleJSON(documents: source.documents, schemas: source.schemas)
        if let example = sample.example {
            if maker.fits(example, schema) { return example }
            source.documents.note(
                .fault, "the example of the answer does not fit its schema; another one is made", at: schema)
        }
        return maker.value(of: schema)
    }

    /// Whether the answer is JSON that is a text.
    private func isText(_ success: Operation.Success) -> Bool {
        if case .value(let type) = success { api.types.underlying(type) == .string } else { false }
    }

    /// The marks around a raw string with a text.
    private static func hashes(for text: String) -> String {
        let longest = text.utf8.split(omittingEmptySubsequences: false) { $0 != UInt8(ascii: "#") }.map(\.count).max()
        return String(repeating: "#", count: (longest ?? 0) + 1)
    }
}
