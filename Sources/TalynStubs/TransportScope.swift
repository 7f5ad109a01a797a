package import Talyn

/// A transport that goes before those of all providers in a task, with the scopes around it.
package struct TransportScope: TransportReplacement {
    /// The transport of the scope.
    let transport: any ScopeTransport
    /// The transports of the scopes around it, from the inside out.
    private let outer: [any ScopeTransport]

    /// Makes a scope inside the current one.
    package init(_ transport: any ScopeTransport) {
        self.transport = transport
        let around = Self.current?.transports ?? []
        outer = around.filter { $0 !== transport }
    }

    /// The scope of the current task; nil outside of all.
    static var current: TransportScope? { TransportOverride.current as? TransportScope }

    /// The transports of the scopes, from the inside out.
    var transports: [any ScopeTransport] { [transport] + outer }

    /// The number of the transport, together with those of the scopes around it.
    package var number: UInt64 { outer.reduce(transport.number) { ($0 << 1 | $0 >> 63) ^ $1.number } }

    /// Returns the transport of a provider in the scope: the scopes' own from the inside out, then the provider's.
    package func replacing(_ own: any Transport) -> any Transport { ScopedTransport(transports, over: own) }
}

/// A transport that can answer without the network.
package protocol OfflineTransport: Transport {
    /// Whether it has an answer to any request without the network. Default: true.
    var isOffline: Bool { get }

    /// Sends as `Transport.send(_:context:)` does, but not over the network.
    /// - Throws: also `.unstubbed` for a request that needs the network.
    func respondOffline(to endpoint: Endpoint, context: CallContext) async throws -> Response
}

/// A transport of a scope.
package protocol ScopeTransport: OfflineTransport, AnyObject {
    /// A random number, which no other one has, in this process or another.
    var number: UInt64 { get }

    /// Whether no scope inside may reach the network.
    var isGuard: Bool { get }

    /// Answers the request, or lets `next` answer it.
    func send(_ endpoint: Endpoint, context: CallContext, orElse next: ScopedTransport) async throws -> Response
}

extension OfflineTransport {
    package var isOffline: Bool { true }
}

extension Transport {
    /// The transport if it can answer without the network; else nil.
    package var offline: (any OfflineTransport)? {
        guard let offline = self as? any OfflineTransport, offline.isOffline else { return nil }
        return offline
    }

    /// Sends without the network.
    /// - Throws: also `.unstubbed` if the transport, or the request, needs the network.
    package func sendOffline(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        guard let offline else { throw RequestError(.unstubbed(networkRefusal)) }
        return try await offline.respondOffline(to: endpoint, context: context)
    }
}

/// The reason why a transport is not asked in a scope.
private let networkRefusal = "not asked, because it may reach the network"

/// The transports that can answer a request in a scope, in order. The first may reach the network, unless a scope
/// around it is a guard; those behind it may not.
package struct ScopedTransport: Transport {
    private var scopes: ArraySlice<any ScopeTransport>
    /// The provider's own transport; nil if it is that of a scope.
    private let own: (any Transport)?
    /// Whether the next transport must not reach the network.
    package private(set) var staysOffline = false

    fileprivate init(_ scopes: [any ScopeTransport], over own: any Transport) {
        self.scopes = scopes[...]
        self.own = scopes.contains { $0 === own as AnyObject } ? nil : own
    }

    package var label: String { scopes.first?.label ?? own?.label ?? "stub" }

    package func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        guard let scope = scopes.first else {
            guard let own else { throw RequestError(.unstubbed("there is no other transport")) }
            return try await own.sendOffline(endpoint, context: context)
        }
        var next = self
        next.scopes.removeFirst()
        next.staysOffline = staysOffline || next.scopes.contains(where: \.isGuard)
        return try await scope.send(endpoint, context: context, orElse: next)
    }

    /// Whether a transport can answer what a scope cannot.
    package var canAnswer: Bool { !scopes.isEmpty || own?.offline != nil }

    /// Returns the response of the next transport to a request that a scope cannot answer.
    /// - Throws: the error of the next transport; `.unstubbed` with the question and all reasons if it has no answer
    ///   either.
    package func answer(
        _ endpoint: Endpoint, context: CallContext, after complaint: @autoclosure () -> ScopeComplaint
    ) async throws -> Response {
        var next = self
        next.staysOffline = true
        do { return try await next.send(endpoint, context: context) } catch let error as RequestError {
            guard case .unstubbed(let text) = error.kind else { throw error }
            throw RequestError(.unstubbed(joined(complaint(), text)))
        }
    }

    /// Returns the message about a request that a scope cannot answer, if no other transport can.
    package func message(_ complaint: ScopeComplaint) -> String {
        own == nil ? complaint.text : joined(complaint, networkRefusal)
    }

    private func joined(_ complaint: ScopeComplaint, _ text: String) -> String {
        let question = "\(complaint.question); "
        let isSame = text.hasPrefix(bytes: question)
        let other = isSame ? Substring(text.utf8.dropFirst(question.utf8.count)) : text[...]
        let name = scopes.isEmpty ? own.map { "the provider's \(type(of: $0)): " } ?? "" : "around it, "
        return "\(question)in \(complaint.scope), \(complaint.reason); \(name)\(other)"
    }
}

/// The reason why a scope cannot answer a request.
package struct ScopeComplaint: Sendable {
    /// The missing answer, such as `no stub answers GitHub.zen, GET https://api.github.com/zen`.
    let question: String
    let reason: String
    /// The name of the scope's transport in messages.
    let scope: String

    package init(_ question: String, _ reason: String, of scope: String) {
        (self.question, self.reason, self.scope) = (question, reason, scope)
    }

    /// The message if no other transport is asked.
    package var text: String { "\(question); \(reason)" }
}
