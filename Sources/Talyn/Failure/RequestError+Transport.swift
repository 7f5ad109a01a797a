extension RequestError {
    /// What a transport threw as an error of the pipeline: the same kinds over every transport and stub.
    package init(thrownByTransport error: any Error) {
        if let error = error as? RequestError {
            if case .transport = error.kind, Task.isCancelled { self.init(.cancelled) } else { self = error }
            return
        }
        // Cancelled means that the task was cancelled and nothing else: what the transport says then is an echo.
        if Task.isCancelled {
            self.init(.cancelled)
        } else {
            self.init(.transport(Self.urlError(for: error)))
        }
    }

    /// The `URLError` for what a transport threw, of any domain; that of the error it wraps when its own says nothing.
    private static func urlError(for error: any Error) -> URLError {
        if let found = ownURLError(of: error) { return found }
        if let wrapped = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error,
            let found = ownURLError(of: wrapped)
        {
            return found
        }
        return URLError(.unknown, text: "the transport threw \(type(of: error))")
    }

    /// The `URLError` that an error stands for by itself; nil when it says nothing of a transfer.
    private static func ownURLError(of error: any Error) -> URLError? {
        if let error = asURLError(error) {
            // One fault, of which URLSession tells the one code and libcurl's text the other.
            let isRaw = error.code == .cannotDecodeRawData
            return isRaw ? URLError(.cannotDecodeContentData, text: error.localizedDescription) : error
        }
        if let error = error as? POSIXError { return urlError(for: error.code) }
        if error is CancellationError {
            return URLError(.cancelled, text: "the transport ended the transfer by itself")
        }
        let bridged = error as NSError
        switch bridged.domain {
        case NSPOSIXErrorDomain: return POSIXErrorCode(rawValue: Int32(clamping: bridged.code)).flatMap(urlError)
        case "kCFErrorDomainCFNetwork": return urlError(forCFNetwork: bridged.code)
        default: return nil
        }
    }

    /// The `URLError` that an error is; nil when it is none. `as?` does not cast it out of `NSError`'s dress on Linux.
    static func asURLError(_ error: any Error) -> URLError? {
        if let error = error as? URLError { return error }
        let bridged = error as NSError
        guard bridged.domain == NSURLErrorDomain, let code = URLError.Code(rawValue: bridged.code) as URLError.Code?
        else { return nil }
        return URLError(code, text: bridged.localizedDescription)
    }

    /// The socket errors that a `URLError` code stands for; nil for every other.
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

    /// The errors of CFNetwork, below URLSession on Apple platforms (CFNetworkErrors.h): below zero they are URLError's.
    private static func urlError(forCFNetwork code: Int) -> URLError? {
        let meaning: URLError.Code? =
            switch code {
            case 1, 2: .cannotFindHost
            case 302: .networkConnectionLost
            case 303: .cannotParseResponse
            case 306, 310: .cannotConnectToHost
            case -1015: .cannotDecodeContentData
            case _ where URLErrorTable.rows[code] != nil: URLError.Code(rawValue: code) as URLError.Code?
            default: nil
            }
        return meaning.map { URLError($0, text: "CFNetwork error \(code)") }
    }
}

extension RequestError.Kind {
    /// The same without what a transport's words quote of the request, such as its token; a body aside: who quotes one has
    /// answered.
    func withoutEchoes(of endpoint: Endpoint) -> RequestError.Kind {
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
