/// Which calls take a token, and where it stands in them: the rules that all plugins with tokens share.
struct AccessTokenPlacement: Sendable {
    /// Where the token stands when neither route nor target says.
    let type: AuthorizationType

    private let origins: [Origin]
    private let isOfCall: Bool

    /// A placement; `origins` are those that may see the token besides the target's own, and `isOfCall` says whether the
    /// token is chosen for each call.
    init(_ type: AuthorizationType, alsoTo origins: [URL], isOfCall: Bool = false) {
        self.type = type
        self.isOfCall = isOfCall
        self.origins = origins.compactMap { Origin($0) }
    }

    /// Where the token of an endpoint stands; nil when it takes none.
    func type(for endpoint: Endpoint, _ context: CallContext) -> AuthorizationType? {
        guard let type = chosen(context), isTrusted(endpoint, context), !isDeclared(type, context) else {
            return nil
        }
        return type
    }

    /// Notes on an endpoint that gets no token where one would stand: the target may have put its own there.
    func note(on endpoint: inout Endpoint, _ context: CallContext) { chosen(context)?.note(on: &endpoint) }

    /// The route's word, else the target's, else the plugin's.
    private func chosen(_ context: CallContext) -> AuthorizationType? {
        switch context.tags[AuthorizationTag.self] {
        case .withoutToken: return nil
        case .type(let type): return type
        case .unsaid: break
        }
        if let target = context.anyTarget as? any AccessTokenAuthorizable { return target.authorizationType }
        // Targets of many APIs behind one provider: a token is for those that ask for it.
        return context.record.target is MultiTarget && !isOfCall ? nil : type
    }

    /// Whether an endpoint leads to the target's own place, or to one that was named as trusted.
    private func isTrusted(_ endpoint: Endpoint, _ context: CallContext) -> Bool {
        if context.isSameOrigin(endpoint) { return true }
        return !origins.isEmpty && Origin(endpoint.url).map(origins.contains) ?? false
    }

    /// Whether the target itself sets the header of the token: it knows better.
    private func isDeclared(_ type: AuthorizationType, _ context: CallContext) -> Bool {
        guard let name = type.headerName, context.resolved?.headers.contains(name) == true else { return false }
        // The provider's defaults stand there too, and give way. The route is asked again in this rare case only.
        return context.anyTarget?.resolvedRoute.headers.contains(name) ?? true
    }
}
