// Room: Plugin/Auth/Digest. Answers Digest challenges (RFC 7616), with the hashes that needs.
// Knows: what Plugin/Auth knows, and its credentials and challenges.

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

        var last: DigestTurn?
        var response: Response
        // A dry run does not use up a nonce count.
        if !context.isDryRun, let ahead = nonces.ahead(at: origin, for: endpoint.body),
            let credentials = try await credentials(context)
        {
            response = try await next(endpoint.signed(by: ahead, credentials))
            nonces.learn(from: response, to: ahead, at: origin)
            last = ahead
        } else {
            response = try await next(endpoint)
        }
        for isSecondAnswer in [false, true] {
            // A rejection of the same nonce, or a second one, means a wrong password. Many servers forget nonces
            // without reporting them as stale, so a rejection of a nonce signed in advance is answered once.
            guard response.statusCode == 401,
                let challenge = DigestChallenge.strongest(in: response.headers, for: endpoint.body),
                challenge.isStale || (!isSecondAnswer && challenge.nonce != last?.challenge.nonce),
                let credentials = try await credentials(context)
            else { break }
            let clientNonce = Self.clientNonce(from: context.randomness)
            guard endpoint.body.isRepeatable else {
                nonces.keep(challenge, at: origin, clientNonce: clientNonce)
                break
            }
            let turn = nonces.turn(answering: challenge, at: origin, clientNonce: clientNonce)
            context.note("challenge answered")
            response = try await next(endpoint.signed(by: turn, credentials))
            nonces.learn(from: response, to: turn, at: origin)
            last = turn
        }
        return response
    }

    /// Returns 128 random bits as hexadecimal digits, which need no quoting.
    private static func clientNonce(from randomness: Randomness) -> String {
        randomness.next().hexDigits + randomness.next().hexDigits
    }
}

extension Endpoint {
    fileprivate func signed(by turn: DigestTurn, _ credentials: UserCredentials) -> Endpoint {
        var signed = self
        signed.headers["Authorization"] = turn.authorization(for: self, credentials)
        // The hash is that of the body as it is.
        if turn.challenge.protection == .requestAndBody { signed.options.contentCoding = .identity }
        return signed
    }
}
