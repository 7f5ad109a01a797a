import Foundation
import Testing

@testable import Talyn

@Suite struct HTTPHeadersTests {
    @Test func orderAndDuplicatesOfALiteralAreKept() {
        let headers: HTTPHeaders = ["B": "1", "A": "2", "b": "3"]
        #expect(headers.fields.map(\.name) == ["B", "A", "b"])
        #expect(headers.fields.map(\.value) == ["1", "2", "3"])
        #expect(headers.count == 3)
        #expect(!headers.isEmpty)
    }

    @Test func aDictionaryIsSortedByName() {
        let headers = HTTPHeaders(["c": "3", "a": "1", "b": "2"] as [String: String])
        #expect(headers.fields == [.init("a", "1"), .init("b", "2"), .init("c", "3")])
    }

    @Test func noFieldsAreEmpty() {
        #expect(HTTPHeaders().isEmpty)
        #expect(([:] as HTTPHeaders).fields == [])
        #expect(HTTPHeaders([.init("a", "1")]) == ["a": "1"])
    }

    @Test(arguments: ["X-Trace", "x-trace", "X-TRACE"])
    func namesAreFoundWithoutCase(name: String) {
        let headers: HTTPHeaders = ["X-Trace": "1"]
        #expect(headers[name] == "1")
        #expect(headers.contains(name))
        #expect(headers.values(for: name) == ["1"])
    }

    @Test(arguments: [
        ("@", "`"), ("[", "{"), ("^", "~"), ("É", "é"), ("K", "\u{212A}"), ("a", "ab"), ("", "a"), ("-", "\r"),
    ])
    func onlyASCIILettersAreComparedWithoutCase(left: String, right: String) {
        #expect(!HTTPHeaders.isSameName(left, right))
        #expect(HTTPHeaders.isSameName(left, left))
    }

    @Test(arguments: [
        ("Accept", "a, b"), ("Cookie", "a; b"), ("cookie", "a; b"), ("Set-Cookie", "a"), ("set-cookie", "a"),
    ])
    func repeatedValuesAreJoinedAsTheirFieldAllows(name: String, joined: String) {
        let headers = HTTPHeaders([.init(name, "a"), .init("Other", "-"), .init(name.uppercased(), "b")])
        #expect(headers[name] == joined)
        #expect(headers.values(for: name) == ["a", "b"])
    }

    @Test func repeatedValuesAreJoinedWhereverTheyStand() {
        #expect((["A": "1", "a": "2"] as HTTPHeaders)["A"] == "1, 2")
        #expect((["B": "0", "A": "1", "C": "3", "a": "2"] as HTTPHeaders)["A"] == "1, 2")
    }

    @Test func somePartOfTheHeadersIsFoundByName() {
        let headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
        #expect(headers.only(["a", "C"]).fields.map { "\($0.name)=\($0.value)" } == ["A=1", "a=3"])
        #expect((["B": "2"] as HTTPHeaders).isPart(of: headers) && HTTPHeaders().isPart(of: headers))
        #expect((["a": "1", "A": "3"] as HTTPHeaders).isPart(of: headers))
        for other in [["A": "1"], ["B": "2", "D": "4"], ["B": "3"]] as [HTTPHeaders] {
            #expect(!other.isPart(of: headers))
        }
    }

    @Test func aMissingFieldIsNil() {
        let headers: HTTPHeaders = ["Accept": ""]
        #expect(headers["Accept"] == "")
        #expect(headers["Accept-Language"] == nil)
        #expect(headers.values(for: "Accept-Language") == [])
        #expect(!headers.contains("Accept-Language"))
    }

    @Test func settingReplacesEveryFieldOfTheNameInThePlaceOfTheFirst() {
        var headers: HTTPHeaders = ["A": "1", "x": "2", "B": "3", "X": "4", "x": "5"]
        headers["X"] = "new"
        #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["A=1", "X=new", "B=3"])
        headers["C"] = "6"
        #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["A=1", "X=new", "B=3", "C=6"])
    }

    @Test func settingNilRemovesEveryFieldOfTheName() {
        var headers: HTTPHeaders = ["x": "1", "A": "2", "X": "3"]
        headers["X"] = nil
        #expect(headers.fields == [.init("A", "2")])
        headers.remove("a")
        headers.remove("a")
        #expect(headers.isEmpty)
    }

    @Test func addingKeepsWhatIsThere() {
        var headers: HTTPHeaders = ["Accept": "a"]
        headers.add("accept", "b")
        #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["Accept=a", "accept=b"])
    }

    @Test func mergingReplacesWholeNamesAndKeepsTheOthers() {
        var headers: HTTPHeaders = ["x": "1", "A": "2", "X": "3"]
        headers.merge(["X": "4", "B": "5", "x": "6"])
        #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["A=2", "X=4", "B=5", "x=6"])
    }

    @Test func mergingWithNothingChangesNothing() {
        let some: HTTPHeaders = ["x": "1", "X": "2"]
        var headers = some
        headers.merge([:])
        #expect(headers.fields.map(\.name) == ["x", "X"])
        var none = HTTPHeaders()
        none.merge(some)
        #expect(none.fields.map(\.name) == ["x", "X"])
    }

    @Test(
        arguments: [
            (["A": "1", "B": "2"], ["b": "2", "a": "1"], true),
            (["A": "1", "a": "2"], ["A": "1", "A": "2"], true),
            (["A": "1", "A": "2"], ["A": "2", "A": "1"], false),
            (["A": "1"], ["A": "1", "A": "1"], false),
            (["A": "1", "B": "1"], ["A": "1", "A": "1"], false),
            (["A": "x"], ["A": "X"], false),
            (["A": "1"], ["B": "1"], false),
            ([:], [:], true),
        ] as [(HTTPHeaders, HTTPHeaders, Bool)])
    func equalityIsThatOfEachNamesValuesInOrder(left: HTTPHeaders, right: HTTPHeaders, isEqual: Bool) {
        #expect((left == right) == isEqual)
        #expect((right == left) == isEqual)
        if isEqual { #expect(left.hashValue == right.hashValue) }
    }

    @Test func equalFieldsHashAlike() {
        #expect(HTTPHeaders.Field("Accept", "a") == HTTPHeaders.Field("aCCEPT", "a"))
        #expect(HTTPHeaders.Field("Accept", "a") != HTTPHeaders.Field("Accept", "A"))
        #expect(Set([HTTPHeaders.Field("Accept", "a"), .init("ACCEPT", "a"), .init("Accept", "b")]).count == 2)
    }

    // MARK: As a collection

    @Test func headersAreACollectionOfFieldsInTheirOrder() {
        let headers: HTTPHeaders = ["B": "1", "A": "2", "b": "3"]
        #expect(headers.map { "\($0.name)=\($0.value)" } == ["B=1", "A=2", "b=3"])
        #expect(headers.count == 3)
        #expect(headers[1] == HTTPHeaders.Field("a", "2"))
        #expect(headers.first?.name == "B")
        #expect(headers.reversed().map(\.value) == ["3", "2", "1"])
        #expect(HTTPHeaders(headers.filter { $0.value != "2" }) == ["b": "1", "B": "3"])
        #expect(HTTPHeaders().isEmpty)
    }

    @Test func lookingUpByNameStaysWithoutCase() {
        let headers: HTTPHeaders = ["Content-Type": "text/plain"]
        #expect(headers["content-type"] == "text/plain")
        #expect(headers.contains("CONTENT-TYPE"))
        #expect(headers.contains(HTTPHeaders.Field("CONTENT-TYPE", "text/plain")))
    }
}
