extension URLSession {
    /// A task that sends a body with its length; `onFailure` is called when it cannot be read to its end.
    func task(
        with request: URLRequest, sending body: OutgoingBody, onFailure: @escaping @Sendable (URLError) -> Void
    ) -> URLSessionTask {
        if body.length == 0 { return dataTask(with: request) }
        #if canImport(FoundationNetworking)
        // Of the bodies that URLSession has on Linux only a stream can be sent again, which libcurl does when a server
        // retires a connection (RFC 9113 §6.8) or a kept one turns out to be closed; an upload task traps when it is
        // cancelled, and takes ten times as long. A stream is sent in chunks, unless the length is said and libcurl is
        // given a blank Transfer-Encoding, which it takes for "none".
        var request = request
        request.httpBodyStream = OutgoingStream(body, onFailure: onFailure)
        request.setValue("\(body.length)", forHTTPHeaderField: "Content-Length")
        request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        return dataTask(with: request)
        #else
        // The session sends these again by itself. Not streams: Content-Length is reserved to the session there, which may
        // send a stream in chunks instead.
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
