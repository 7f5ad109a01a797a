import APIGenerator
import Foundation
import Testing

/// Mutated documents are read or refused, with a place that is in the document.
struct DocumentReaderMutationsTests {
    private static let documents: [String] = [
        """
        %YAML 1.2
        ---
        # comment
        openapi: 3.1.0
        info: {title: "A \\"b\\" \\u00e9", version: 1.0, x: [1, 'it''s', ~, true]}
        paths:
          /pets/{id}:
            get: &get
              tags: [pets]
              description: |
                Two lines,
                  one indented.

              parameters:
              - name: id
                in: path
              - &id
                ? name
                : "x
                   y"
            put: *get
            post:
              <<: *get
              summary: plain text
                in two lines
              x: >-
                folded
                text
        ...
        """,
        #"{"a": [1, 2.5e3, "\ud83d\ude00", {"b": null}], "c": {"d": [[], {}]}, "e\u0301": "é"}"#,
        "- - 1\n  - 2\n-\n  - a: b\n    c:\n    - d\n- ? |\n    key\n  : >+\n\n    text\n\n- !!str 1\n- [a: b, ? c : d, : e]\n",
        "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\r\nd: 'x\r\n\r\n  y'\r\ne: |2-\r\n    z\r\n",
        "\"a\": \"b\\\n  c\"\n'd': 'e\n\n  f'\n\"g\" : \t h # i\nj:\n\n  k\n\n  l\n",
    ]

    @Test func mutatedDocumentsNeverTrap() {
        var generator = SeededGenerator(seed: 41)
        let documents = Self.documents.map { [UInt8]($0.utf8) }
        var (read, refused) = (0, 0)
        for number in 0..<6000 {
            let bytes = Self.mutated(documents[number % documents.count], &generator)
            do throws(ReadingFault) {
                let text = try DocumentReader.read(Data(bytes)).json
                // Written as JSON it is the same document.
                #expect(json(text) == text, "\(String(decoding: bytes, as: UTF8.self))")
                read += 1
            } catch {
                let lines = bytes.reduce(into: 1) { if $1 == 0x0A || $1 == 0x0D { $0 += 1 } }
                #expect(
                    (1...lines + 1).contains(error.line) && (1...bytes.count + 1).contains(error.column), "\(error)")
                #expect(!error.reason.isEmpty)
                refused += 1
            }
        }
        #expect(read > 1000 && refused > 1000)
    }

    private static let marks = [UInt8]("{}[],:-?&*!|>'\"%@`#~\n \t0aé<<\\\r.".utf8) + [0, 0xFF]

    private static func mutated(_ document: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = document
        for _ in 0..<Int.random(in: 1...5, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 0..<40, using: &generator))
            let mark = marks.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.remove(at: place)
            case 1: bytes[place] = mark
            case 2: bytes.insert(mark, at: place)
            case 3: bytes.removeSubrange(place..<end)
            case 4: bytes.removeSubrange(end...)
            default:
                bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
            }
        }
        return bytes
    }
}
