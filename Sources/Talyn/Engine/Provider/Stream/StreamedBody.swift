/// A body that the caller reads while it arrives: of any type, or an event stream.
struct StreamedBody: BodyHandler {
    private static let isEventStream = Validation.anyStatus.contentType("text/event-stream")

    /// The ID of the event behind which an event stream begins, empty for its beginning; nil for another body.
    private let lastID: String?

    /// A body of any type.
    init() { lastID = nil }

    /// An event stream, from the event behind the one with this ID; empty for the first one.
    init(ofEventsAfter lastID: String) { self.lastID = lastID }

    var staysOpen: Bool { true }

    func prepare(_ endpoint: inout Endpoint) {
        guard let lastID else { return }
        if !endpoint.headers.contains("Accept") { endpoint.headers["Accept"] = "text/event-stream" }
        // An ID that no header field can have, or that servers refuse for its length, is not sent.
        if lastID.isEmpty || lastID.utf8.count > 4_096 { return }
        let field: HTTPHeaders = ["Last-Event-ID": lastID]
        if field.problem == nil { endpoint.headers.merge(field) }
    }

    func receive(_ response: Response, _ context: CallContext) -> Response { response }

    func endpoint(after response: Response, to sent: Endpoint) -> Endpoint? { nil }

    func validate(_ response: Response) throws(RequestError) {
        if lastID != nil, response.statusCode != 204 { try Self.isEventStream.validateContent(of: response) }
    }

    func complete(_ response: Response, _ call: CallContext) -> Response { response }

    func failed(_ error: RequestError) -> RequestError { error }

    func progress(for progress: TransferProgress) -> TransferProgress? { progress }
}
