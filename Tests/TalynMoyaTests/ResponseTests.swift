import Foundation
import Testing

import enum TalynMoya.MoyaError
import class TalynMoya.Response

@Suite struct ResponseTests {
    struct User: Codable, Equatable { var name: String? }

    private func response(_ text: String, status: Int = 200) -> TalynMoya.Response {
        TalynMoya.Response(statusCode: status, data: Data(text.utf8))
    }

    private func name(_ work: () throws -> some Any) -> String {
        do { return "\(try work())" } catch { return "\(error)".components(separatedBy: "(")[0] }
    }

    @Test(arguments: [(199, 0), (200, 2), (299, 2), (300, 1), (399, 1), (400, 0)])
    func filtersThrowOutsideTheirRange(status: Int, passed: Int) {
        let response = response("", status: status)
        #expect(((try? response.filterSuccessfulStatusCodes()) != nil) == (passed == 2))
        #expect(((try? response.filterSuccessfulStatusAndRedirectCodes()) != nil) == (passed > 0))
        #expect((try? response.filter(statusCode: status)) === response)
        #expect(name { try response.filter(statusCodes: 600...) } == "statusCode")
    }

    @Test func jsonIsReadWithFragments() {
        #expect(name { try response("[1, 2]").mapJSON() }.contains("1"))
        #expect((try? response("7").mapJSON() as? Int) == 7)
        #expect(name { try response("{").mapJSON() } == "jsonMapping")
        #expect(name { try response("").mapJSON() } == "jsonMapping")
        #expect((try? response("").mapJSON(failsOnEmptyData: false)) is NSNull)
    }

    @Test func textIsTheBodyOrAtAKeyPath() {
        #expect(name { try response("zen").mapString() } == "zen")
        #expect(name { try response(#"{"a": {"b": "c"}}"#).mapString(atKeyPath: "a.b") } == "c")
        #expect(name { try response(#"{"a": {"b": 1}}"#).mapString(atKeyPath: "a.b") } == "stringMapping")
        #expect(name { try response(#"{"a": "b"}"#).mapString(atKeyPath: "x") } == "stringMapping")
        #expect(name { try response("zen").mapString(atKeyPath: "a") } == "jsonMapping")
        let bytes = TalynMoya.Response(statusCode: 200, data: Data([0xFF, 0xFE, 0xFD]))
        #expect(name { try bytes.mapString() } == "stringMapping")
    }

    @Test func valuesAreTheBodyOrAtAKeyPath() throws {
        let ann = User(name: "ann")
        #expect(try response(#"{"name": "ann"}"#).map(User.self) == ann)
        #expect(try response(#"{"a": {"b": {"name": "ann"}}}"#).map(User.self, atKeyPath: "a.b") == ann)
        #expect(try response(#"{"a": [{"name": "ann"}]}"#).map([User].self, atKeyPath: "a") == [ann])
        #expect(try response(#"{"a": 7}"#).map(Int.self, atKeyPath: "a") == 7)
        #expect(name { try response(#"{"a": 7}"#).map(User.self, atKeyPath: "a") } == "objectMapping")
        #expect(name { try response(#"{"a": 7}"#).map(Int.self, atKeyPath: "b") } == "jsonMapping")
        #expect(name { try response("{").map(User.self) } == "objectMapping")
    }

    @Test func noBytesAreAnEmptyValueOnlyWhereThatIsAskedFor() throws {
        #expect(name { try response("").map(User.self) } == "objectMapping")
        #expect(try response("").map(User.self, failsOnEmptyData: false) == User(name: nil))
        #expect(try response("").map([User].self, failsOnEmptyData: false) == [User(name: nil)])
        #expect(try response("{}").map(User.self, atKeyPath: "a", failsOnEmptyData: false) == User(name: nil))
    }

    @Test func responsesAreEqualByStatusBodyAndHead() {
        #expect(response("a") == response("a") && response("a") != response("b"))
        #expect(response("a") != response("a", status: 201))
        #expect(response("ab").description == "Status Code: 200, Data Length: 2")
        #expect(response("ab").debugDescription == response("ab").description)
    }

    @Test func errorsHaveMoyasTextsAndCodes() {
        let (answer, cause) = (response("a"), URLError(.timedOut))
        let errors: [(MoyaError, text: String)] = [
            (.imageMapping(answer), "Failed to map data to an Image."),
            (.jsonMapping(answer), "Failed to map data to JSON."),
            (.stringMapping(answer), "Failed to map data to a String."),
            (.objectMapping(cause, answer), "Failed to map data to a Decodable object."),
            (.encodableMapping(cause), "Failed to encode Encodable object into data."),
            (.statusCode(answer), "Status code didn't fall within the given range."),
            (.underlying(cause, answer), cause.localizedDescription),
            (.requestMapping("x"), "Failed to map Endpoint to a URLRequest."),
            (.parameterEncoding(cause), "Failed to encode parameters for URLRequest. \(cause.localizedDescription)"),
        ]
        for (error, text) in errors {
            #expect(error.errorDescription == text && error.localizedDescription == text)
            #expect((error as NSError).domain == "Moya.MoyaError")
        }
        #expect(errors.map { $0.0.response != nil } == [true, true, true, true, false, true, true, false, false])
        #expect(
            errors.map { $0.0.errorUserInfo[NSUnderlyingErrorKey] != nil } == [
                false, false, false, true, true, false, true, false, true,
            ])
    }

    @Test func errorsKeepTheResponseAndTheCause() {
        let answer = response("a")
        let cause = URLError(.timedOut)
        #expect(MoyaError.statusCode(answer).response === answer && MoyaError.underlying(cause, nil).response == nil)
        #expect(MoyaError.objectMapping(cause, answer).errorUserInfo[NSUnderlyingErrorKey] is URLError)
        #expect(MoyaError.jsonMapping(answer).errorUserInfo[NSUnderlyingErrorKey] == nil)
        #expect(MoyaError.requestMapping("x").errorDescription == "Failed to map Endpoint to a URLRequest.")
        #expect(MoyaError.underlying(cause, nil).errorDescription == cause.localizedDescription)
    }
}
