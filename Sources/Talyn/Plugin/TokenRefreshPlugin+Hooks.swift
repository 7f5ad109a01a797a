extension TokenRefreshPlugin: Preparer {
    /// Puts the token on the endpoint, a new one when it is about to end or is being replaced.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard !refreshes.isOwnTask, let type = placement.type(for: endpoint, context),
            let credential = try await credential()
        else { return placement.note(on: &endpoint, context) }
        try type.set(try await usable(credential, context).token, on: &endpoint)
    }

    private func usable(_ credential: AccessCredential, _ context: CallContext) async throws -> AccessCredential {
        // Before the look at what is going on: a refresh that fails in between is this call's failure too.
        let seen = refreshes.ended
        let isEnding = credential.expires(within: leeway, of: context.date)
        guard isEnding || refreshes.isReplacing(credential.token) else { return credential }
        do {
            let new = try await replacement(of: credential, seen: seen, context)
            context.note("token refreshed before it was sent")
            return new
        } catch let error {
            if Task.isCancelled { throw error }
            // The server has the last word: the clock of this device may be wrong.
            if error is TooManyRefreshes { return credential }
            if isEnding, !credential.expires(within: .zero, of: context.date) { return credential }
            throw error
        }
    }
}

extension TokenRefreshPlugin: CallInterceptor {
    /// Sends the call, and once more with another token when it was refused.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if refreshes.isOwnTask { return try await next(endpoint) }
        let seen = refreshes.ended
        do throws(RequestError) { return try await next(endpoint) } catch {
            guard case .status(let status) = error.kind, statuses.contains(status), let sent = error.response?.endpoint,
                let type = placement.type(for: sent, context), type.isSet(on: sent)
            else { throw error }
            guard let credential = try await credential() else { throw error }
            if type.isSet(credential.token, on: sent) {
                try await replace(credential, seen, endpoint, error, context)
            } else {
                context.note("token refreshed meanwhile")
            }
            guard endpoint.body.isRepeatable else { throw error }
            return try await next(endpoint)
        }
    }

    /// Replaces a token that was refused; for a call that is not sent again, how that ends does not count.
    private func replace(
        _ old: AccessCredential, _ seen: Int, _ endpoint: Endpoint, _ refusal: RequestError, _ context: CallContext
    ) async throws {
        do {
            _ = try await replacement(of: old, seen: seen, context)
            context.note("token refreshed")
        } catch {
            context.note("token not refreshed")
            throw endpoint.body.isRepeatable ? error : refusal
        }
    }

    private func replacement(
        of old: AccessCredential, seen: Int, _ context: CallContext
    ) async throws -> AccessCredential {
        try await refreshes.replacement(of: old, seen: seen, now: context.record.clock.now())
    }
}
