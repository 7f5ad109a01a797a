extension OperationReader {
    func authorization(of value: Located) -> Operation.Authorization {
        guard let security = value["security"] else { return .inherited }
        return .scheme(scheme(of: security))
    }

    /// Returns where a token goes, as an expression; nil for no token.
    func scheme(of security: Located) -> String? {
        if security.node.items == nil { fault("\"security\" is no list", at: security) }
        var reason: Located?
        for alternative in security.items {
            let schemes = alternative.members
            if schemes.isEmpty { continue }
            if schemes.count > 1 {
                documents.note(
                    .approximated, "several schemes at once are the first one; plugins add the rest", at: alternative)
            }
            if let found = expression(of: schemes[0].key, at: schemes[0].value) { return found }
            reason = alternative
        }
        if let reason { refuse("a scheme of security without a header or a query item for a token", at: reason) }
        return nil
    }

    func expression(of name: String, at place: Located) -> String? {
        guard let declared = documents.root["components"]?["securitySchemes"]?[name],
            let scheme = documents.resolved(declared)
        else {
            fault("there is no security scheme \"\(name)\"", at: place)
            return nil
        }
        switch scheme["type"]?.text {
        case "http":
            switch documents.text("scheme", of: scheme)?.lowercased() {
            case "basic": return ".basic"
            case "bearer": return ".bearer"
            case let text?: return ".custom(\(SwiftText.literal(text)))"
            case nil: return nil
            }
        case "oauth2", "openIdConnect": return ".bearer"
        case "apiKey":
            guard let key = documents.text("name", of: scheme) else { return nil }
            switch documents.text("in", of: scheme) {
            case "header": return key.isSameHeader("Authorization") ? ".raw" : ".header(\(SwiftText.literal(key)))"
            case "query": return ".query(\(SwiftText.literal(key)))"
            default: return nil
            }
        default: return nil
        }
    }

    func fault(_ message: String, at place: Located) {
        documents.note(.fault, message + "; it is left out", at: place)
    }

    func refuse(_ what: String, at place: Located) {
        documents.note(.refused, "\(what): not in the output", at: place)
    }
}
