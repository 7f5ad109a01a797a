import Foundation

@testable import Talyn

extension FuzzTarget {
    /// `JSONValue` accepts the documents that Foundation accepts, with the same values, and writing preserves them.
    static let json = FuzzTarget(
        "json",
        seeds: [
            #"{"a":[1,-0.5e3,true,false,null,"\u00e9\ud83d\ude00\n"],"b":{"c":{}}}"#, "[]", " 1 ", "\"\"", "-0",
            "1e400",
            "123456789012345678901234567890", "18446744073709551615", "-9223372036854775808", "0.1e-400", "[1,]",
            #"{"a":1,"a":2}"#, #""\ud83d""#, #""\'x""#, "\u{FEFF}{}", "{\"a\u{301}\":\"\"\u{301}}", "[\"x\"\u{200D}]",
            "{\"e\u{301}\":1,\"\u{e9}\":2}", "[1\r\n,2\r\n]", String(repeating: "[", count: 600),
            String(repeating: "{\"a\":", count: 40) + "1" + String(repeating: "}", count: 40),
        ].map { Array($0.utf8) } + [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0xFF, 0xFE, 0x31, 0x00], [0, 0x31]]
    ) { input in
        let data = Data(input.bytes)
        JSONProperties.checkRepair(data)
        JSONProperties.checkFailure(data)
        let fault: JSONParser.Fault?
        do throws(JSONParser.Fault) {
            _ = try JSONParser.parse(data)
            fault = nil
        } catch { fault = error }
        if let fault {
            require((0...input.bytes.count).contains(fault.offset), "a fault is in the document", fault)
            require(fault.line >= 1 && fault.column >= 1, "lines and columns count from 1", fault)
        }
        guard JSONProperties.isComparable(input.bytes, fault) else { return }
        let object = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        let isLax = fault.map { JSONProperties.isBehindComma($0.offset, in: input.bytes) } ?? false
        require(
            (object != nil) == (fault == nil) || isLax, "JSONSerialization agrees", (input.text, fault, object as Any))
        if let value = try? JSONValue(parsing: data) { JSONProperties.checkWriting(value, of: data) }
    }
}

private enum JSONProperties {
    /// Returns whether Foundation's result is comparable: it guesses encodings, has other depth limits and accepts
    /// numbers out of range.
    static func isComparable(_ bytes: [UInt8], _ fault: JSONParser.Fault?) -> Bool {
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else { return false }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return false }
        return !["nesting", "out of range", "unpaired surrogate"].contains { fault?.problem.contains($0) ?? false }
    }

    /// Returns whether an array or object ends after a comma, which JSONSerialization accepts and RFC 8259 §5 does not.
    static func isBehindComma(_ offset: Int, in bytes: [UInt8]) -> Bool {
        guard bytes[offset...].first == UInt8(ascii: "]") || bytes[offset...].first == UInt8(ascii: "}") else {
            return false
        }
        return bytes[..<offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ",")
    }

    static func checkWriting(_ value: JSONValue, of data: Data) {
        let text = value.jsonText
        let again = try? JSONValue(parsing: Data(text.utf8))
        require(again == value, "what is written is what was read", (value.jsonText, again?.jsonText))
        require(again.map { Texts.isSame($0.jsonText, text) } ?? false, "writing twice is writing once", text)
        let isTaken = (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
        require(isTaken, "JSONSerialization takes what is written", text)
        if let indented = JSONIndentation(Array(text.utf8))?.output {
            require((try? JSONValue(parsing: Data(indented))) == value, "indenting changes nothing", text)
        }
        require(value.description.utf8.count < 1000, "a description is short", value.description)
        // The same value as JSONDecoder's, which decodes at most 64 levels.
        if let decoded = try? JSONDecoder().decode(JSONValue.self, from: data) {
            require(decoded == value, "JSONDecoder reads the same", (text, decoded.jsonText))
        }
    }

    static func checkRepair(_ data: Data) {
        let repaired = JSONEscape.repaired(data)
        require(repaired.count <= data.count, "repairing adds nothing")
        require(JSONEscape.repaired(repaired) == repaired, "repairing twice is repairing once", repaired)
        if (try? JSONParser.parse(data)) != nil { require(repaired == data, "what is JSON needs no repair", data) }
    }

    private struct Model: Decodable { let id: Int, names: [String], next: Int? }

    static func checkFailure(_ data: Data) {
        do { _ = try JSONDecoder().decode(Model.self, from: data) } catch {
            let failure = DecodingFailure(error, data: data, contentType: nil)
            require((failure.excerpt?.unicodeScalars.count ?? 0) <= 120, "an excerpt is short", failure.excerpt as Any)
            require(failure.description.utf8.count < 4000, "a failure is told in short", failure.description)
        }
    }
}

extension String {
    /// Makes the text of bytes; nil if they are not UTF-8. The standard library's version is newer than this package's
    /// platforms.
    init?(validating bytes: [UInt8], as encoding: UTF8.Type) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
