package import Talyn

extension Response {
    /// Returns a response without a request, with text as its body.
    package static func make(
        _ statusCode: Int = 200, _ text: String = "", contentType: String? = "application/json",
        endpoint: Endpoint = Endpoint(url: GitHub.host)
    ) -> Response {
        var headers = HTTPHeaders()
        headers["Content-Type"] = contentType
        return Response(statusCode: statusCode, headers: headers, body: .data(Data(text.utf8)), endpoint: endpoint)
    }
}
