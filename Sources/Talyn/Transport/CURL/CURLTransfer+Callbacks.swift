#if os(Linux)
internal import CTalynCURL

extension CURLTransfer {
    /// The context of the callbacks. libcurl calls them on the thread that holds the loop's lock,
    /// while the loop keeps the transfer.
    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Sets the request and the callbacks.
    /// - Throws: `URLError` for a request that libcurl cannot send.
    func prepare(_ configuration: NetworkConfiguration) throws(URLError) {
        let isPlain =
            exchange.upload == nil && exchange.endpoint.method == .get && configuration.pinnedPublicKeys.isEmpty
            && !configuration.usesConnectionOnce(exchange) && exchange.mayBeSentTwice
        if !(isPlain && handle.isPlain) {
            handle.reset()
            configuration.apply(to: handle, exchange)
            sockets?.observe(handle)
            observe()
        }
        handle.isPlain = isPlain
        own()
        let mayUseHTTP2 = configuration.mayUseHTTP2(exchange.host)
        usesHTTP2 = configuration.httpVersion == .http2WithPriorKnowledge
        isLogged = mayUseHTTP2 && (host.needsLog || !exchange.mayBeSentTwice)
        observeSending(isLogged: isLogged)
        // Such a version does not ask before it sends a request again over a kept connection that was lost.
        if CURLGuard.onlyHTTP11.isNeeded, !exchange.mayBeSentTwice { handle.set(.freshConnect, 1) }
        try exchange.endpoint.write(into: handle, exchange.upload)
        if let upload = exchange.upload {
            progress.totalToSend = upload.length
            observeUpload()
        }
    }

    /// Reads libcurl's log from now on.
    func startLog() {
        if isLogged { return }
        isLogged = true
        handle.set(.verbose, 1)
    }

    /// Sets the functions that every transfer has.
    private func observe() {
        handle.set(.headerFunction, function: receiveHead)
        handle.set(.writeFunction, function: receiveBody)
        handle.set(before: beginRequest)
        handle.set(debug: readLog)
        handle.set(open: openSocket)
    }

    /// Sets the transfer as the one that these functions belong to, and that libcurl names at its end.
    private func own() {
        handle.set(.privateData, pointer: context)
        handle.set(.headerData, pointer: context)
        handle.set(.writeData, pointer: context)
        handle.set(.socketOptionData, pointer: context)
    }

    /// Observes where the request goes.
    private func observeSending(isLogged: Bool) {
        handle.set(.beforeData, pointer: context)
        handle.set(.verbose, isLogged ? 1 : 0)
        handle.set(.debugData, pointer: context)
    }

    /// Sets the functions of a request's body.
    private func observeUpload() {
        handle.set(.readFunction, function: sendBody)
        handle.set(.readData, pointer: context)
        handle.set(seek: rewindBody)
        handle.set(.seekData, pointer: context)
        // Otherwise libcurl does not tell how much it has sent.
        handle.set(.noProgress, 0)
        handle.set(progress: reportProgress)
        handle.set(.progressData, pointer: context)
    }

    /// Returns the transfer that owns an easy handle.
    static func owner(of easy: UnsafeMutableRawPointer) -> CURLTransfer? {
        transfer(talyn_curl_get_pointer(easy, CURLInfo.privateData.rawValue))
    }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CURLTransfer? {
    context.map { Unmanaged<CURLTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private let openSocket: talyn_curl_open = { context, socket, _ in
    transfer(context)?.didOpen(socket)
    return 0
}

private let receiveHead: talyn_curl_bytes = { bytes, size, count, context in
    guard let transfer = transfer(context) else { return 0 }
    return bytes.withBytes(count * size) { transfer.didReceive(head: UnsafeBufferPointer($0)) } ? count * size : 0
}

private let receiveBody: talyn_curl_bytes = { bytes, size, count, context in
    guard let transfer = transfer(context) else { return 0 }
    return bytes.withBytes(count * size) { transfer.didReceive(body: UnsafeRawBufferPointer($0)) }
}

private let sendBody: talyn_curl_bytes = { bytes, size, count, context in
    guard let transfer = transfer(context) else { return 0 }
    return bytes.withBytes(count * size) { transfer.send(into: $0) }
}

private let rewindBody: talyn_curl_seek = { context, offset, origin in
    // CURL_SEEKFUNC_OK, CURL_SEEKFUNC_FAIL. libcurl only goes back to the beginning.
    guard let transfer = transfer(context), offset == 0, origin == 0 else { return 1 }
    return transfer.rewind() ? 0 : 1
}

private let beginRequest: talyn_curl_before = { context, remote, local, remotePort, localPort in
    // CURL_PREREQFUNC_OK, CURL_PREREQFUNC_ABORT.
    guard let transfer = transfer(context), let remote, let local else { return 0 }
    let connection = CURLGoAways.Connection(
        local: String(cString: local), localPort: localPort, remote: String(cString: remote), remotePort: remotePort)
    return transfer.beginSending(over: connection) ? 0 : 1
}

private let readLog: talyn_curl_debug = { _, kind, text, count, context in
    guard kind == 0 || kind == 2, let transfer = transfer(context) else { return 0 }
    // CURLINFO_TEXT, a line of the log, and CURLINFO_HEADER_OUT.
    text.withBytes(count) { bytes in
        if kind == 0 { transfer.didLog(UnsafeBufferPointer(bytes)) } else { transfer.didSend(head: .init(bytes)) }
    }
    return 0
}

private let reportProgress: talyn_curl_progress = { context, _, _, _, sent in
    transfer(context)?.didSend(sent)
    return 0
}

extension Optional<UnsafeMutablePointer<CChar>> {
    fileprivate func withBytes<Output>(_ count: Int, _ work: (UnsafeMutableBufferPointer<UInt8>) -> Output) -> Output {
        let bytes = map { UnsafeMutableRawPointer($0).bindMemory(to: UInt8.self, capacity: count) }
        return work(UnsafeMutableBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
}
#endif
