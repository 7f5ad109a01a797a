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

    /// The `URLError` for what is thrown below, in whatever dress.
    private static func urlError(for error: any Error) -> URLError {
        if let error = asURLError(error) { return error }
        switch error {
        case let error as POSIXError: return urlError(for: error.code)
        case is CancellationError: return URLError(.cancelled, text: "the transport ended the transfer by itself")
        default:
            let bridged = error as NSError
            if bridged.domain == NSPOSIXErrorDomain,
                let code = POSIXErrorCode(rawValue: Int32(truncatingIfNeeded: bridged.code))
            {
                return urlError(for: code)
            }
            return URLError(.unknown, text: "the transport threw \(type(of: error))")
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

    /// The socket errors that a `URLError` code stands for.
    private static func urlError(for code: POSIXErrorCode) -> URLError {
        let meaning: URLError.Code =
            switch code {
            case .ECONNABORTED, .ECONNRESET, .EPIPE, .ENOTCONN: .networkConnectionLost
            case .ECONNREFUSED, .EHOSTUNREACH, .EHOSTDOWN: .cannotConnectToHost
            case .ENETDOWN, .ENETUNREACH: .notConnectedToInternet
            case .ETIMEDOUT: .timedOut
            default: .unknown
            }
        return URLError(meaning, text: "POSIX error \(code.rawValue)")
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
        let words = Redaction.standard.scrubbing(Redaction.standard.text(text, found: &secrets), of: secrets)
        return words == text ? self : .transport(URLError(error.code, text: words))
    }
}
