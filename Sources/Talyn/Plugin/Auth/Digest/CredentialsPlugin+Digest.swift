extension CredentialsPlugin: ExchangeInterceptor {
    /// Answers the challenge of a 401, once, and once more when the nonce was stale; does nothing for Basic.
    /// - Throws: what `next` and the closure throw. A 401 that is not answered, or comes again, is returned.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if scheme != .digest { return try await next(endpoint) }
        var endpoint = endpoint
        endpoint.options.awaitsSignature = false
        guard !endpoint.headers.contains("Authorization"), context.isSameOrigin(endpoint),
            let origin = Origin(endpoint.url)
        else { return try await next(endpoint) }

        var last: DigestTurn?
        var response: Response
        // A dry run uses up no count of a nonce.
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
            // Refused with this very nonce, or twice: the password is wrong. Refused with another one, signed ahead: many a
            // server forgets its nonces and does not say that they are stale.
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

    /// 128 bits, as hexadecimal digits: they stand in a quoted string as they are.
    private static func clientNonce(from randomness: Randomness) -> String {
        randomness.next().hexDigits + randomness.next().hexDigits
    }
}

extension Endpoint {
    fileprivate func signed(by turn: DigestTurn, _ credentials: UserCredentials) -> Endpoint {
        var signed = self
        signed.headers["Authorization"] = turn.authorization(for: self, credentials)
        return signed
    }
}
