#if os(Linux)
internal import CTalynCURL

/// An easy handle: the settings and the state of one transfer at a time. Used only on the loop's thread.
final class CURLHandle {
    /// `CURL_ERROR_SIZE`.
    private static let textSize = 256

    let pointer: UnsafeMutableRawPointer
    /// The exchange whose transfer it is, while libcurl has it: ``CURLExchange/take(_:at:)`` to
    /// ``CURLExchange/release()``.
    var exchange: CURLExchange?
    private var headers: UnsafeMutableRawPointer?
    private var nextHeaders: UnsafeMutableRawPointer?
    /// libcurl's error buffer.
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: textSize)
    /// The server of the latest transfer. The next transfer mostly has the same one.
    private var server = (address: "", port: 0, text: "")

    /// Whether nothing but the URL and the headers distinguishes its settings from those of another plain transfer, so
    /// that it needs no ``reset()``, which costs as much as the rest of a transfer's settings.
    var isPlain = false

    /// Whether no other transfer may use it: after a 417, libcurl waits for no server with it again, whatever is
    /// declared, and also after a reset.
    var isSpent = false

    /// Makes a handle; nil without memory.
    init?() {
        guard let pointer = talyn_curl_easy_init() else {
            text.deallocate()
            return nil
        }
        self.pointer = pointer
    }

    deinit {
        // The callbacks' context is this object.
        set(.verbose, 0)
        talyn_curl_easy_cleanup(pointer)
        talyn_curl_list_free(headers)
        talyn_curl_list_free(nextHeaders)
        text.deallocate()
    }

    /// Forgets every setting. Connections belong to the multi handle and stay open.
    func reset() {
        talyn_curl_easy_reset(pointer)
        talyn_curl_list_free(headers)
        (headers, isPlain) = (nil, false)
        setCallbacks()
        set(.errorBuffer, pointer: text)
        // Otherwise a transfer that ends while its name is looked up would wait for the resolver, and all others with
        // it. From libcurl 7.87 on.
        set(.quickExit, 1)
    }

    /// libcurl's description of a failure; empty without one.
    var failureText: String { String(cString: text) }

    /// Sets a number. Returns false if the library does not know the option.
    @discardableResult
    func set(_ option: CURLOption, _ value: Int) -> Bool { talyn_curl_set_long(pointer, option.rawValue, value) == 0 }

    /// Sets a 64-bit number.
    func set(_ option: CURLOption, offset: Int64) { talyn_curl_set_offset(pointer, option.rawValue, offset) }

    /// Sets a text, which libcurl copies. Returns false if the library does not know the option, or refuses the text.
    @discardableResult
    func set(_ option: CURLOption, _ value: String) -> Bool {
        value.withCString { talyn_curl_set_pointer(pointer, option.rawValue, $0) == 0 }
    }

    /// Sets a pointer, which must stay valid until the next ``reset()``.
    func set(_ option: CURLOption, pointer value: UnsafeRawPointer?) {
        talyn_curl_set_pointer(pointer, option.rawValue, value)
    }

    /// Sets the function that closes sockets, also those of connections that other handles use later.
    func set(close function: @escaping talyn_curl_close, _ context: UnsafeMutableRawPointer) {
        talyn_curl_set_close(pointer, function, context)
    }

    /// The state of TLS in the transfer's connection, as `TALYN_TLS_…`. Only within a callback of the transfer.
    var tls: Int { Int(talyn_curl_tls(pointer)) }

    /// Forgets header lines that were added for a request that was not sent.
    func clearHeaders() {
        talyn_curl_list_free(nextHeaders)
        nextHeaders = nil
    }

    /// Appends a header line for the next request.
    ///
    /// Returns false for one with a control character, which would be another line, and without memory.
    @discardableResult
    func addHeader(_ line: String) -> Bool {
        let count = line.utf8.count
        guard let longer = line.withCString({ talyn_curl_list_append(nextHeaders, $0, count) }) else { return false }
        nextHeaders = longer
        return true
    }

    /// Appends a header line of any bytes, as above.
    func addHeader(_ line: [UInt8]) -> Bool {
        let longer = (line + [0]).withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: CChar.self).baseAddress
                .flatMap { talyn_curl_list_append(nextHeaders, $0, line.count) }
        }
        guard let longer else { return false }
        nextHeaders = longer
        return true
    }

    /// Forgets the headers and body of the last request, which may be secret.
    func forget() {
        if !isPlain { return reset() }
        set(.verbose, 0)
        set(.headers, pointer: nil)
        talyn_curl_list_free(headers)
        headers = nil
    }

    /// Sets the header lines that were added, instead of earlier ones.
    func setHeaders() {
        set(.headers, pointer: nextHeaders)
        talyn_curl_list_free(headers)
        (headers, nextHeaders) = (nextHeaders, nil)
        forgetFailure()
    }

    /// Forgets libcurl's description of a failure.
    func forgetFailure() { text[0] = 0 }

    /// Sets a body in memory, which libcurl copies.
    func setBody(_ body: Data) {
        set(.copiedBodyLength, offset: Int64(body.count))
        // A null pointer would make libcurl ask the read function.
        if body.isEmpty { return _ = set(.copiedBody, "") }
        body.withUnsafeBytes { _ = talyn_curl_set_pointer(pointer, CURLOption.copiedBody.rawValue, $0.baseAddress) }
    }

    /// Resumes sending, and receiving unless that stays paused.
    func resume(receiving: Bool) {
        // CURLPAUSE_CONT, CURLPAUSE_RECV.
        talyn_curl_pause(pointer, receiving ? 0 : 1)
    }

    func number(_ fact: CURLInfo) -> Int { talyn_curl_get_long(pointer, fact.rawValue) }
    func offset(_ fact: CURLInfo) -> Int64 { talyn_curl_get_offset(pointer, fact.rawValue) }

    /// The address and port of the server; nil without a connection.
    var remoteAddress: String? {
        guard let address = talyn_curl_get_string(pointer, CURLInfo.remoteAddress.rawValue), address.pointee != 0 else {
            return nil
        }
        let port = number(.remotePort)
        if server.port != port || server.address.withCString({ strcmp($0, address) }) != 0 {
            let address = String(cString: address)
            server = (address, port, "\(address):\(port)")
        }
        return server.text
    }
}
#endif
