import Talyn
import Testing

@testable import TalynTesting

struct ReceivedRequestFormTests {
    private static func form(_ body: String, _ type: String? = "multipart/form-data; boundary=b") -> MultipartForm? {
        var request = ReceivedRequest(connection: 1, head: Data())
        request.headers["Content-Type"] = type
        request.body = Data(body.utf8)
        return request.form
    }

    private static let field = "Content-Disposition: form-data; name=\"a\"\r\n\r\n1"

    @Test func theFormOfABodyIsRead() throws {
        let form = try #require(
            Self.form(
                "--b\r\n\(Self.field)\r\n--b\r\ncontent-disposition: form-data; filename=\"x; name=\\;.png\"; name=\"c\"\r\n"
                    + "X-A: 1\r\nContent-Type: image/png\r\n\r\n\r\n-b\n--b\r\r\n\r\n--b--\r\n"))
        #expect(form.parts.map(\.name) == ["a", "c"] && form.boundary == "b")
        #expect(form["a"]?.text == "1" && form["a"]?.contentType == nil && form["a"]?.fileName == nil)
        #expect(form["c"]?.fileName == "x; name=\\;.png" && form["c"]?.contentType == "image/png")
        #expect(form["c"]?.headers == ["X-A": "1"] && form["c"]?.text == "\r\n-b\n--b\r\r\n")
        #expect(Self.form("--b--") == MultipartForm([], boundary: "b", contentType: ""))
        #expect(Self.form("--b\r\n\(Self.field)\r\n--b--", "Multipart/Form-Data; boundary=\"b\"")?.parts.count == 1)
    }

    @Test func blanksAroundTheValueOfAFieldAreNoPartOfIt() {
        let form = Self.form(
            "--b\r\nContent-Disposition:form-data; name=\"a\"\r\nX-A:1\r\nX-B: \t2 3\t \r\nX-C:\r\n\r\n4\r\n--b--")
        #expect(form?["a"]?.headers == ["X-A": "1", "X-B": "2 3", "X-C": ""] && form?["a"]?.text == "4")
    }

    @Test(arguments: [
        "", "x", "--b", "--b\r\n", "--b\r\n\(field)", "--b\r\n\(field)\r\n--b", "--b\r\n\(field)\n--b--",
        "--c\r\n\(field)\r\n--c--",
        "--b\r\n\r\n1\r\n--b--", "--b\r\n--b--\r\n",
        "--b\r\nContent-Disposition: form-data; filename=\"a\"\r\n\r\n1\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\r\n\r\n1\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n--b--", "--bx\r\n\(field)\r\n--bx--",
    ])
    func aBodyThatBreaksTheFormatHasNoForm(body: String) { #expect(Self.form(body) == nil) }

    @Test(arguments: [
        nil, "text/plain", "multipart/form-data", "multipart/form-data; boundary=\"\"", "multipart/mixed; boundary=b",
    ])
    func anotherTypeHasNoForm(type: String?) { #expect(Self.form("--b\r\n\(Self.field)\r\n--b--", type) == nil) }
}
