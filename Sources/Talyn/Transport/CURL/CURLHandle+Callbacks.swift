#if os(Linux)
internal import CTalynCURL

// libcurl calls these within its own functions, which only the loop's thread calls. The context is the CURLHandle,
// which lives longer than its easy handle; its exchange is nil while libcurl has no transfer of it.
extension CURLHandle {
    /// Sets the functions that every transfer has.
    func setCallbacks() {
        var callbacks = talyn_curl_callbacks(
            head: receiveHead, body: receiveBody, upload: sendBody, seek: rewindBody, progress: reportProgress,
            before: beginRequest, debug: readLog, open: openSocket, secure: secureConnection)
        talyn_curl_set_callbacks(pointer, &callbacks, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns the exchange that libcurl has as a transfer of an easy handle.
    static func exchange(of easy: UnsafeMutableRawPointer) -> CURLExchange? { owner(talyn_curl_get_context(easy)) }
}

private func owner(_ context: UnsafeMutableRawPointer?) -> CURLExchange? {
    context.flatMap { Unmanaged<CURLHandle>.fromOpaque($0).takeUnretainedValue().exchange }
}

private let openSocket: talyn_curl_open = { context, socket, _ in
    owner(context)?.didOpen(socket)
    return 0
}

private let secureConnection: talyn_curl_secure = { easy, tlsContext, context in
    // CURLE_ABORTED_BY_CALLBACK.
    guard owner(context)?.willSecure(tlsContext) ?? true else { return 42 }
    talyn_curl_watch_alerts(easy, tlsContext)
    return 0
}

private let receiveHead: talyn_curl_bytes = { bytes, size, count, context in
    guard let exchange = owner(context) else { return 0 }
    return bytes.withBytes(count * size) { exchange.didReceive(head: UnsafeBufferPointer($0)) } ? count * size : 0
}

private let receiveBody: talyn_curl_bytes = { bytes, size, count, context in
    guard let exchange = owner(context) else { return 0 }
    return bytes.withBytes(count * size) { exchange.didReceive(body: UnsafeRawBufferPointer($0)) }
}

private let sendBody: talyn_curl_bytes = { bytes, size, count, context in
    guard let exchange = owner(context) else { return 0 }
    return bytes.withBytes(count * size) { exchange.send(into: $0) }
}

private let rewindBody: talyn_curl_seek = { context, offset, origin in
    // CURL_SEEKFUNC_OK, CURL_SEEKFUNC_FAIL. libcurl only goes back to the beginning.
    guard let exchange = owner(context), offset == 0, origin == 0 else { return 1 }
    return exchange.rewind() ? 0 : 1
}

private let beginRequest: talyn_curl_before = { context, remote, local, remotePort, localPort in
    // CURL_PREREQFUNC_OK, CURL_PREREQFUNC_ABORT.
    guard let exchange = owner(context), let remote, let local else { return 0 }
    let connection = CURLConnection(
        local: String(cString: local), localPort: localPort, remote: String(cString: remote), remotePort: remotePort)
    return exchange.beginSending(over: connection) ? 0 : 1
}

private let readLog: talyn_curl_debug = { _, kind, text, count, context in
    guard kind == 0 || kind == 2, let exchange = owner(context) else { return 0 }
    // CURLINFO_TEXT, a line of the log, and CURLINFO_HEADER_OUT.
    text.withBytes(count) { bytes in
        if kind == 0 { exchange.didLog(UnsafeBufferPointer(bytes)) } else { exchange.didSend(head: .init(bytes)) }
    }
    return 0
}

private let reportProgress: talyn_curl_progress = { context, _, _, _, sent in
    owner(context)?.didSend(sent)
    return 0
}

extension Optional<UnsafeMutablePointer<CChar>> {
    fileprivate func withBytes<Output>(_ count: Int, _ work: (UnsafeMutableBufferPointer<UInt8>) -> Output) -> Output {
        let bytes = map { UnsafeMutableRawPointer($0).bindMemory(to: UInt8.self, capacity: count) }
        return work(UnsafeMutableBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
}
#endif
