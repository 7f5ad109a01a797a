import Foundation
import Testing

@testable import Talyn

struct HTTPTaskMultipartTests {
    private struct Avatar: TargetType {
        var baseURL: URL { Probe.host }
        var path: URLPath { "avatar" }
        var method: HTTPMethod { .post }
        var task: HTTPTask {
            .multipart {
                Part("caption", "me")
                Part("file", data: Data([1]), fileName: "me.png")
            }.query(["size": 2])
        }
        var headers: HTTPHeaders { [:] }
    }

    @Test func aTargetOfFivePropertiesSendsAForm() throws {
        let endpoint = try Provider<Avatar>(transport: StubTransport()).endpoint(Avatar())
        #expect(endpoint.url.query == "size=2")
        let form = try #require(endpoint.body.form)
        #expect(form.parts.map(\.name) == ["caption", "file"] && form["file"]?.contentType == "image/png")
        #expect(endpoint.headers["Content-Type"] == form.contentType)
    }

    @Test func aRouteAndAListDeclareTheSame() throws {
        let parts = [Part("caption", "me"), Part("file", data: Data([1]), fileName: "me.png")]
        let route = Route.post("avatar").query(["size": 2]).multipart(parts)
        let other = Route(.post, "avatar", task: .multipart(parts, boundary: "x")).query(["size": 2])
        #expect(try route.resolved() == other.resolved())
        #expect(try route.resolved() == Provider<Avatar>(transport: StubTransport()).endpoint(Avatar()))
        #expect(try other.form().boundary == "x")
    }

    @Test func anEndpointMadeByHandSendsAForm() throws {
        let headers: HTTPHeaders = ["content-type": "text/x", "X-A": "1"]
        let endpoint = try Endpoint(.put, url: Probe.host, headers: headers, task: .multipart { Part("a", 1) })
        let form = try #require(endpoint.body.form)
        #expect(endpoint.headers == ["content-type": form.contentType, "X-A": "1"])
    }

    @Test func aLaterBodyReplacesTheForm() throws {
        let endpoint = try Route.form { Part("a", 1) }.json(1).resolved()
        #expect(endpoint.body.form == nil && endpoint.headers["Content-Type"] == "application/json")
    }
}
