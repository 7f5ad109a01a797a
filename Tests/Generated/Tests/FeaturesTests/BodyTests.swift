import Talyn
import TalynTesting
import Testing

@testable import Features

/// The bodies of requests, byte by byte.
struct BodyTests {
    @Test func aFormIsURLEncoded() async throws {
        let request = try await request(
            .sendForm(
                .init(
                    name: "a b&c", amount: 3, isOpen: true, tags: ["x", "y"], on: .init(year: 2026, month: 3, day: 4)
                )))
        #expect(request.method == "POST")
        #expect(request.header("Content-Type")?.hasPrefix("application/x-www-form-urlencoded") == true)
        let items = request.text.split(separator: "&").map { $0.replacingOccurrences(of: "+", with: "%20") }
        #expect(
            items.sorted() == [
                "amount=3", "is_open=true", "name=a%20b%26c", "on=2026-03-04", "tags=x", "tags=y",
            ])
    }

    @Test func aMultipartFormHasFilesTextsAndJSON() async throws {
        let png = Data([0x89, 0x50, 0x0D, 0x0A, 0x00])
        let request = try await request(
            .upload(
                .init(
                    file: .init(data: png, name: "a.png"), title: "Süß", isOpen: true, color: .darkBlue,
                    tags: ["x", "y"],
                    details: .init(takenAt: Date(timeIntervalSince1970: 1_772_600_767.125), place: "here"))))
        #expect(request.header("Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
        let parts = try #require(request.form).parts
        #expect(parts.map(\.name) == ["file", "title", "is_open", "color", "tags", "tags", "details"])
        #expect(parts[0].fileName == "a.png")
        #expect(parts[0].contentType == "image/png")
        #expect(request.body.range(of: png) != nil)
        for text in ["Süß", "true", "dark-blue"] { #expect(request.text.contains("\r\n\r\n\(text)\r\n")) }
        #expect(parts[6].contentType == "application/json")
        #expect(request.text.contains(#"{"place":"here","taken_at":"2026-03-04T05:06:07.125Z"}"#))
    }

    @Test func aListOfFilesIsAPartEach() async throws {
        func file(_ name: String) -> Features.File { Features.File(data: Data(name.utf8), name: name) }
        let form = Features.UploadBody(
            file: file("1.txt"), more: [file("2.txt"), file("3.bin")], title: "",
            details: .init(takenAt: Date(timeIntervalSince1970: 0)))
        let request = try await request(.upload(form))
        let parts = try #require(request.form).parts
        #expect(parts.map(\.name) == ["file", "more", "more", "title", "details"])
        #expect(parts.compactMap(\.fileName) == ["1.txt", "2.txt", "3.bin"])
    }

    @Test func textAndBytesAreSentAsTheyAre() async throws {
        let note = try await request(.putNote(body: "Süß\n"))
        #expect(note.method == "PUT")
        #expect(note.header("Content-Type")?.hasPrefix("text/plain") == true)
        #expect(note.body == Data("Süß\n".utf8))
        let blob = try await request(.putBlob(body: Data([0, 255])))
        #expect(blob.header("Content-Type") == "image/png")
        #expect(blob.body == Data([0, 255]))
    }

    @Test func anOptionalBodyIsLeftOutWithItsType() async throws {
        let without = try await request(.sendOptional())
        #expect(without.method == "POST")
        #expect(without.body.isEmpty)
        #expect(without.header("Content-Type") == nil)
        let with = try await request(.sendOptional(.init(minPrice: 2)))
        #expect(with.text == #"{"min_price":2}"#)
        #expect(with.header("Content-Type") == "application/json")
    }

    static let profile =
        #"{"id": 1, "name": "n", "nickname": null, "born": null, "created_at": "2026-03-04T05:06:07Z"}"#

    @Test func aChangeTellsNullFromAbsent() async throws {
        let request = try await request(
            .changeProfile(.init(name: "x", nickname: .null, born: .value(.init(rawValue: "2000-01-02")))),
            answer: json(200, Self.profile))
        #expect(request.method == "PATCH")
        #expect(request.header("Content-Type") == "application/merge-patch+json")
        #expect(request.text == #"{"born":"2000-01-02","name":"x","nickname":null}"#)
    }

    @Test func aRequiredPropertyThatIsNullIsSentAsNull() async throws {
        let (request, value) = try await exchange(
            .setProfile(.init(name: "n", nickname: nil, born: nil)), answer: json(200, Self.profile))
        #expect(request.text == #"{"born":null,"name":"n","nickname":null}"#)
        #expect(
            value == .init(id: 1, name: "n", createdAt: Date(timeIntervalSince1970: 1_772_600_767)))
    }

    @Test func anythingIsSentAndReadAsJSON() async throws {
        let (request, value) = try await exchange(
            .sendAnything(body: ["a": [1, nil]]), answer: json(200, "[true]"))
        #expect(request.text == #"{"a":[1,null]}"#)
        #expect(value == [true])
    }

    @Test func constantsAreSentAndUnknownValuesComeBackAsTheyWere() async throws {
        let text = #"{"at":"2026-03-04T05:06:07.5Z","color":"pink","kind":"other","size":77,"version":3}"#
        let (request, value) = try await exchange(
            .sendEvent(.init(at: Date(timeIntervalSince1970: 1_772_600_767), color: .empty, size: .value2)),
            answer: json(200, text))
        #expect(request.text == #"{"at":"2026-03-04T05:06:07Z","color":"","kind":"event","size":2,"version":2}"#)
        #expect(value.color == .unknown("pink"))
        #expect(value.size == .unknown(77))
        #expect(value.kind == .unknown("other"))
        #expect(value.version == .unknown(3))
        let again = try await self.text(of: .sendEvent(value), answer: json(200, text))
        #expect(again == text.replacingOccurrences(of: "07.5Z", with: "07.500Z"))
    }

    @Test func aTreeContainsItself() async throws {
        let text = #"{"left":{"value":2},"others":[{"value":4}],"right":{"right":{"value":5},"value":3},"value":1}"#
        let tree = try await value(.sendTree(.init(value: 0)), json(200, text))
        #expect(tree.left?.value == 2)
        #expect(tree.others?.first?.value == 4)
        #expect(try await self.text(of: .sendTree(tree), answer: json(200, text)) == text)
    }

    @Test func membersThatAreNoPropertiesAreReadAndSent() async throws {
        let text = #"{"a":[1],"b":[],"size":null,"theme":"dark"}"#
        let settings = try await value(.setSettings(.init(theme: "")), json(200, text))
        #expect(settings == .init(theme: "dark", additionalProperties: ["a": [1], "b": []]))
        #expect(
            try await self.text(of: .setSettings(settings), answer: json(200, text))
                == #"{"a":[1],"b":[],"theme":"dark"}"#
        )
    }

    private func text<Value>(of call: Call<Features, Value>, answer: ServerStep) async throws -> String {
        try await request(call, answer: answer).text
    }
}
