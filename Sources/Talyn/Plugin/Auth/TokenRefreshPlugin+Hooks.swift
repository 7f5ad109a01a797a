extension TokenRefreshPlugin: Preparer {
    /// Puts the token on the endpoint, a new one when it is about to end or is being replaced.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard !refreshes.isOwnTask, let type = placement.type(for: endpoint, context), let current = try await current()
        else { return placement.note(on: &endpoint, context) }
        let look = refreshes.look(at: current, by: context.date)
        var (credential, isNew) = (look.credential, false)
        if look.isEnding || look.isReplaced, !ReentrancyGuard.isWithin(TokenRefreshes.all),
            let new = try await replacement(look, endpoint, context)
        {
            (credential, isNew) = (new, true)
        }
        // By the task, since a plugin behind may change the header, into a DPoP proof for example.
        (ReentrancyGuard.value(of: refreshes.calls) as? Locked<SentToken?>)?.withLock { sent in
            let newToken = isNew ? credential.token : sent?.newToken
            sent = SentToken(credential: credential, seen: look.seen, newToken: newToken)
        }
        try type.set(credential.token, on: &endpoint)
    }

    /// The credential that takes the place of one before it is sent; nil when the old one is to be sent.
    private func replacement(
        _ look: TokenRefreshes.State.Look, _ endpoint: Endpoint, _ context: CallContext
    ) async throws -> AccessCredential? {
        do {
            let new = try await refreshes.replacement(of: look.credential, seen: look.seen, for: endpoint, context)
            context.note("token refreshed before it was sent")
            return new
        } catch let error {
            if Task.isCancelled || context.isOverdue(for: endpoint) { throw error }
            // The server has the last word: the clock of this device may be wrong, and whoever looks for a 401 finds it.
            return nil
        }
    }
}

extension TokenRefreshPlugin: CallInterceptor {
    /// Sends the call, and once more with another token when it was refused.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if refreshes.isOwnTask || ReentrancyGuard.isWithin(TokenRefreshes.all) { return try await next(endpoint) }
        let sentToken = Locked<SentToken?>(nil)
        do throws(RequestError) { return try await send(endpoint, noting: sentToken, next) } catch {
            // A token that this call got by a refresh and that is refused too: that is its outcome.
            guard case .status(let status) = error.kind, statuses.contains(status),
                let refused = error.response?.endpoint,
                let type = placement.type(for: refused, context), type.isSet(on: refused),
                let sent = sentToken.withLock({ $0 }), !sent.isNew, let current = try await current()
            else { throw error }
            let credential = refreshes.latest(current)
            guard isSame(sent, credential) else { throw error }
            if credential.token == sent.credential.token {
                try await replace(sent, endpoint, error, context)
            } else {
                context.note("token refreshed meanwhile")
            }
            guard endpoint.body.isRepeatable, isSame(sent, try await self.current()) else { throw error }
            return try await send(endpoint, noting: sentToken, next)
        }
    }

    /// Runs attempts of the call, which note the token that they send.
    private func send(
        _ endpoint: Endpoint, noting sent: Locked<SentToken?>, _ next: Next
    ) async throws(RequestError) -> Response {
        try await ReentrancyGuard.within(refreshes.calls, carrying: sent) { () async throws(RequestError) in
            try await next(endpoint)
        }
    }

    /// Whether the one who is logged in is the one whose token was sent: nobody else asked for this call.
    private func isSame(_ sent: SentToken, _ current: AccessCredential?) -> Bool {
        current.map { $0.account == sent.credential.account } ?? false
    }

    /// Replaces a token that was refused; for a call that is not sent again, how that ends does not count.
    private func replace(
        _ sent: SentToken, _ endpoint: Endpoint, _ refusal: RequestError, _ context: CallContext
    ) async throws {
        do {
            _ = try await refreshes.replacement(of: sent.credential, seen: sent.seen, for: endpoint, context)
            context.note("token refreshed")
        } catch {
            context.note("token not refreshed")
            guard endpoint.body.isRepeatable else { throw refusal }
            if Task.isCancelled || context.isOverdue(for: endpoint) { throw error }
            // With the refusal: whoever looks for a 401 finds it, now that the log-in is over.
            throw RequestError(context.failure(error, of: self).kind, response: refusal.response)
        }
    }
}

/// The token that the last attempt of a call was sent with.
private struct SentToken: Sendable {
    let credential: AccessCredential
    /// The number of refreshes that had ended by then.
    let seen: Int
    /// The last token that the call waited for; nil when it waited for none.
    let newToken: String?
    /// Whether the call waited for this token.
    var isNew: Bool { newToken == credential.token }
}
