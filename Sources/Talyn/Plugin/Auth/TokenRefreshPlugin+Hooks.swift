extension TokenRefreshPlugin: Preparer {
    /// Adds the token to the endpoint, after a refresh if it is about to expire or being refreshed.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard !refreshes.isOwnTask, let type = placement.type(for: endpoint, context), let current = try await sent()
        else { return placement.note(on: &endpoint, context) }
        let status = refreshes.status(of: current, by: context.date)
        var (credential, isNew) = (status.credential, false)
        let isDue = status.isExpiring || status.isReplaced || credential.token.isEmpty
        if isDue, !ReentrancyGuard.isActive(for: TokenRefreshes.all),
            let new = try await replacement(status, endpoint, context)
        {
            (credential, isNew) = (new, true)
        }
        // Recorded by task, because a later plugin may change the header, into a DPoP proof for example.
        (ReentrancyGuard.value(of: refreshes.calls) as? Locked<SentToken?>)?.withLock { sent in
            let newToken = isNew ? credential.token : sent?.newToken
            sent = SentToken(credential: credential, seen: status.seen, newToken: newToken)
        }
        try type.set(credential.token, on: &endpoint)
    }

    /// Returns the credential that replaces one before it is sent; nil to send the old one.
    private func replacement(
        _ status: TokenRefreshes.State.CredentialStatus, _ endpoint: Endpoint, _ context: CallContext
    ) async throws -> AccessCredential? {
        do {
            let new = try await refreshes.replacement(of: status.credential, seen: status.seen, for: endpoint, context)
            context.note("token refreshed before it was sent")
            return new
        } catch let error {
            // Without an old token there is nothing to send.
            if Task.isCancelled || context.isOverdue(for: endpoint) || status.credential.token.isEmpty { throw error }
            // The old token is sent: the device's clock may be wrong, and a 401 tells the app that the user has to log
            // in.
            return nil
        }
    }
}

extension TokenRefreshPlugin: CallInterceptor {
    /// Sends the call, and once more with another token if it was rejected.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if refreshes.isOwnTask || ReentrancyGuard.isActive(for: TokenRefreshes.all) { return try await next(endpoint) }
        let sentToken = Locked<SentToken?>(nil)
        do throws(RequestError) { return try await send(endpoint, noting: sentToken, next) } catch {
            // A call whose own refreshed token is rejected fails.
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
        try await ReentrancyGuard.run(for: refreshes.calls, carrying: sent) { () async throws(RequestError) in
            try await next(endpoint)
        }
    }

    /// Returns whether the current account is the one whose token was sent. A call is not repeated for another account.
    private func isSame(_ sent: SentToken, _ current: AccessCredential?) -> Bool {
        current.map { $0.account == sent.credential.account } ?? false
    }

    /// Refreshes a rejected token. If the call cannot be sent again, it fails with the rejection, whatever the result.
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
            // The error includes the rejected response, so that apps can detect the 401.
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
