extension TokenRefreshPlugin: Preparer {
    /// Adds the token to the endpoint, after a refresh if it is about to expire or being refreshed.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard !refreshes.isOwnTask, let type = placement.type(for: endpoint, context), let current = try await current()
        else { return placement.note(on: &endpoint, context) }
        let status = refreshes.status(of: current, by: context.date)
        var (credential, isNew) = (status.credential, false)
        if status.isExpiring || status.isReplaced, !ReentrancyGuard.isActive(for: TokenRefreshes.all),
            let new = try await replacement(status, endpoint, context)
        {
            (credential, isNew) = (new, true)
        }
        TokenTurn.current(refreshes)?.note(credential, seen: status.seen, isNew: isNew)
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
            if Task.isCancelled || context.isOverdue(for: endpoint) { throw error }
            // The old token is sent: the device's clock may be wrong, and a 401 lets the app detect that a login is
            // needed.
            return nil
        }
    }
}

extension TokenRefreshPlugin: CallInterceptor {
    /// Sends the call, and once more with another token if it was rejected.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if refreshes.isOwnTask || ReentrancyGuard.isActive(for: TokenRefreshes.all) { return try await next(endpoint) }
        let turn = TokenTurn(refreshes)
        do throws(RequestError) { return try await turn.next(endpoint, next) } catch {
            // A call whose own refreshed token is rejected fails.
            guard case .status(let status) = error.kind, statuses.contains(status),
                let refused = error.response?.endpoint,
                let type = placement.type(for: refused, context), type.isSet(on: refused), let sent = turn.sent,
                !sent.isNew, let current = try await current()
            else { throw error }
            let credential = refreshes.latest(current)
            guard isSame(sent, credential) else { throw error }
            if credential.token == sent.credential.token {
                try await replace(sent, endpoint, error, context)
            } else {
                context.note("token refreshed meanwhile")
            }
            guard endpoint.body.isRepeatable, isSame(sent, try await self.current()) else { throw error }
            return try await turn.next(endpoint, next)
        }
    }

    /// Returns whether the current account is the one whose token was sent. A call is not repeated for another account.
    private func isSame(_ sent: TokenTurn.Sent, _ current: AccessCredential?) -> Bool {
        current.map { $0.account == sent.credential.account } ?? false
    }

    /// Refreshes a rejected token. If the call cannot be sent again, it fails with the rejection, whatever the result.
    private func replace(
        _ sent: TokenTurn.Sent, _ endpoint: Endpoint, _ refusal: RequestError, _ context: CallContext
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
