/// The header or query item in which a plugin sent a token; its name may not sound secret.
package enum TokenName: Sendable, Equatable {
    case header(String)
    case query(String)
}
