/// The rules of all token plugins: which requests take a token, and where.
struct AccessTokenPlacement: Sendable {
    /// The location of the token if neither route nor target sets one.
    let type: AuthorizationType

    private let origins: [Origin]
    private let dependsOnCall: Bool

    /// Makes the rules. `origins` are trusted besides the target's own; `dependsOnCall` is whether the closure
    /// receives the call.
    init(_ type: AuthorizationType, alsoTo origins: [URL], dependsOnCall: Bool = false) {
        self.type = type
        self.dependsOnCall = dependsOnCall
        self.origins = origins.compactMap { Origin($0) }
    }

    /// Returns the location of an endpoint's token; nil if it takes none.
    func type(for endpoint: Endpoint, _ context: CallContext) -> AuthorizationType? {
        guard let type = chosen(context), isTrusted(endpoint, context), !isDeclared(type, context) else {
            return nil
        }
        return type
    }

    /// Marks the location as secret on an endpoint without a token, because the target may have put its own there.
    func note(on endpoint: inout Endpoint, _ context: CallContext) { chosen(context)?.note(on: &endpoint) }

    /// Returns the type of the route, or else of the target, or else of the plugin.
    private func chosen(_ context: CallContext) -> AuthorizationType? {
        switch context.tags[AuthorizationTag.self] {
        case .withoutToken: return nil
        case .type(let type): return type
        case .unspecified: break
        }
        if let target = context.anyTarget as? any AccessTokenAuthorizable { return target.authorizationType }
        // A MultiTarget combines several APIs: only targets that request the token get it.
        return context.record.target is MultiTarget && !dependsOnCall ? nil : type
    }

    /// Whether an endpoint has the target's origin or a trusted one.
    private func isTrusted(_ endpoint: Endpoint, _ context: CallContext) -> Bool {
        if context.isSameOrigin(endpoint) { return true }
        return !origins.isEmpty && Origin(endpoint.url).map(origins.contains) ?? false
    }

    /// Whether the target itself sets the token's header, which then wins.
    private func isDeclared(_ type: AuthorizationType, _ context: CallContext) -> Bool {
        guard let name = type.headerName, context.resolved?.headers.contains(name) == true else { return false }
        // The resolved headers include the provider's defaults, which do not win. Only this rare case resolves the
        // route again.
        return context.anyTarget?.resolvedRoute.headers.contains(name) ?? true
    }
}
