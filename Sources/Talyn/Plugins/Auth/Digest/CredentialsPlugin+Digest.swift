extension CredentialsPlugin: ExchangeInterceptor {
    /// Responds to the challenge of a 401 once, and again if the nonce was stale. Passes Basic requests on.
    /// - Throws: errors of `next` and of the closure. A 401 without a supported challenge, or a repeated 401, is
    ///   returned.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if scheme != .digest { return try await next(endpoint) }
        var endpoint = endpoint
        endpoint.options.awaitsSignature = false
        guard !endpoint.headers.contains("Authorization"), context.isSameOrigin(endpoint),
            let origin = Origin(endpoint.url)
        else { return try await next(endpoint) }

        // Sends the endpoint with an authorization.
        func send(_ authorization: DigestAuthorization, _ credentials: UserCredentials) async throws -> Response {
            var signed = endpoint
            signed.headers["Authorization"] = authorization.value(for: endpoint, credentials)
            let response = try await next(signed)
            nonces.update(after: response.statusCode, of: authorization, at: origin)
            return response
        }

        var last: DigestAuthorization?
        var response: Response
        if let ahead = nonces.next(at: origin), let credentials = try await credentials(context) {
            response = try await send(ahead, credentials)
            last = ahead
        } else {
            response = try await next(endpoint)
        }
        for isSecondAnswer in [false, true] {
            // A rejection of the same nonce, or a second one, means a wrong password. Many servers forget nonces
            // without reporting them as stale, so a rejection of a nonce signed in advance is answered once.
            guard response.statusCode == 401, let challenge = DigestChallenge.strongest(in: response.headers),
                challenge.isStale || (!isSecondAnswer && challenge.nonce != last?.challenge.nonce),
                let credentials = try await credentials(context)
            else { break }
            // 128 random bits as hexadecimal digits, which need no quoting.
            let clientNonce = context.randomness.next().hexDigits + context.randomness.next().hexDigits
            guard endpoint.body.isRepeatable else {
                nonces.keep(challenge, at: origin, clientNonce: clientNonce)
                break
            }
            let answer = nonces.next(answering: challenge, at: origin, clientNonce: clientNonce)
            context.note("challenge answered")
            response = try await send(answer, credentials)
            last = answer
        }
        return response
    }

    /// The problem of Digest behind coalescing, whose exchanges it keeps from being shared.
    public func problem(behind earlier: any Plugin) -> String? {
        scheme == .digest && earlier is CoalescingPlugin ? "no exchange is shared" : nil
    }
}
