extension RequestError {
    /// The error of the pipeline for what a transport threw, or a plugin by its name.
    ///
    /// The same kinds over every transport and stub. A ``RequestError`` stays as it is, except one that a plugin took
    /// from another call than `call`: that one is the plugin's own error. While the task is cancelled, what a transport
    /// or a plugin says of the transfer is an effect of that, and the error is ``Kind-swift.enum/cancelled``.
    package init(thrown error: any Error, by plugin: String? = nil, in call: CallID? = nil) {
        var own = error as? RequestError
        if plugin != nil, let other = own?.callID, other != call { own = nil }
        if Task.isCancelled, own.map(\.isOfTransfer) ?? true {
            self = own?.becoming(.cancelled) ?? RequestError(.cancelled)
        } else if let own {
            self = own
        } else if let plugin {
            self.init(.plugin(PluginFailure(plugin: plugin, underlying: error)))
        } else {
            self.init(.transport(Self.urlError(for: error)))
        }
    }

    /// The error of a target that cannot become a request, or of a file of its form that cannot be read.
    @inline(never)
    init(unresolvable error: any Error) {
        let reason = UnresolvableTarget.reason(of: error)
        let file = (error as? UnresolvableTarget)?.file
        self.init(file.map { .transport(URLError($0, text: reason)) } ?? .invalidRequest(reason))
    }

    private var isOfTransfer: Bool { if case .transport = kind { true } else { false } }

    /// Returns the `URLError` for a transport's error of any domain, or that of its underlying error.
    private static func urlError(for error: any Error) -> URLError {
        if let found = ownURLError(of: error) { return found }
        if let wrapped = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error,
            let found = ownURLError(of: wrapped)
        {
            return found
        }
        return URLError(.unknown, text: "the transport threw \(error.typeOrCode)")
    }

    /// Returns the `URLError` that an error itself represents; nil if it is not about a transfer.
    private static func ownURLError(of error: any Error) -> URLError? {
        if let error = asURLError(error) {
            // One failure, for which URLSession and libcurl's text have different codes.
            let isRaw = error.code == .cannotDecodeRawData
            return isRaw ? URLError(.cannotDecodeContentData, text: error.localizedDescription) : error
        }
        if let error = error as? POSIXError { return urlError(for: error.code) }
        if error is CancellationError {
            return URLError(.cancelled, text: "the transport cancelled the transfer")
        }
        let bridged = error as NSError
        switch bridged.domain {
        case NSPOSIXErrorDomain: return POSIXErrorCode(rawValue: Int32(clamping: bridged.code)).flatMap(urlError)
        case "kCFErrorDomainCFNetwork": return urlError(forCFNetwork: bridged.code)
        default: return nil
        }
    }

    /// Returns an error as a `URLError`; nil if it is another error. On Linux `as?` does not cast from `NSError`.
    static func asURLError(_ error: any Error) -> URLError? {
        if let error = error as? URLError { return error }
        let bridged = error as NSError
        guard bridged.domain == NSURLErrorDomain, let code = URLError.Code(rawValue: bridged.code) as URLError.Code?
        else { return nil }
        return URLError(code, text: bridged.localizedDescription)
    }

    /// Returns the `URLError` for a socket error; nil for other codes.
    private static func urlError(for code: POSIXErrorCode) -> URLError? {
        let meaning: URLError.Code? =
            switch code {
            case .ECONNABORTED, .ECONNRESET, .EPIPE, .ENOTCONN, .ENETRESET, .ESHUTDOWN: .networkConnectionLost
            case .ECONNREFUSED, .EHOSTUNREACH, .EHOSTDOWN, .EADDRNOTAVAIL: .cannotConnectToHost
            case .ENETDOWN, .ENETUNREACH: .notConnectedToInternet
            case .ETIMEDOUT: .timedOut
            case .ECANCELED: .cancelled
            default: nil
            }
        return meaning.map { URLError($0, text: "POSIX error \(code.rawValue)") }
    }

    /// Returns the `URLError` for an error of CFNetwork (CFNetworkErrors.h), the layer below URLSession on Apple
    /// platforms. Negative codes are those of URLError.
    private static func urlError(forCFNetwork code: Int) -> URLError? {
        let meaning: URLError.Code? =
            switch code {
            case 1, 2: .cannotFindHost
            case 302: .networkConnectionLost
            case 303: .cannotParseResponse
            case 306, 310: .cannotConnectToHost
            case -1015: .cannotDecodeContentData
            case _ where URLErrorTable.row(code) != nil: URLError.Code(rawValue: code) as URLError.Code?
            default: nil
            }
        return meaning.map { URLError($0, text: "CFNetwork error \(code)") }
    }
}

extension RequestError.Kind {
    /// Returns the same kind without quotes of the request in the transport's text, such as its token. The request's
    /// body is not searched.
    func redactingValues(of endpoint: Endpoint) -> RequestError.Kind {
        guard case .transport(let error) = self, let text = error.userInfo[NSLocalizedDescriptionKey] as? String else {
            return self
        }
        var (sent, secrets) = (endpoint, Set<String>())
        sent.body = .none
        _ = Redaction.standard.endpoint(sent, found: &secrets)
        let shown = Redaction.standard.text(text, found: &secrets)
        let words = SecretSearch(for: secrets).scrubbed(shown)
        return words == text ? self : .transport(URLError(error.code, text: words))
    }
}
