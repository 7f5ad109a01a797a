extension URLSession {
    /// Returns a task that sends a body with its length. `onFailure` is called if the body cannot be read to its end.
    func task(
        with request: URLRequest, sending body: OutgoingBody, onFailure: @escaping @Sendable (URLError) -> Void
    ) -> URLSessionTask {
        if body.length == 0 { return dataTask(with: request) }
        #if canImport(FoundationNetworking)
        // libcurl sends a request again if a server retires a connection (RFC 9113 §6.8) or a kept connection turns out
        // to be closed. On Linux, only a stream can be sent again; an upload task traps on cancellation and takes ten
        // times as long. A stream is sent chunked unless Content-Length is set together with a blank Transfer-Encoding,
        // which libcurl treats as none.
        var request = request
        request.httpBodyStream = OutgoingStream(body, onFailure: onFailure)
        request.setValue("\(body.length)", forHTTPHeaderField: "Content-Length")
        request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        return dataTask(with: request)
        #else
        // On Apple platforms the session sends these again itself. Streams are avoided: Content-Length is reserved for
        // the session, which may then send a stream chunked.
        switch body {
        case .data(let data):
            var request = request
            request.httpBody = data
            return dataTask(with: request)
        case .file(let file): return uploadTask(with: request, fromFile: file.url)
        }
        #endif
    }
}
