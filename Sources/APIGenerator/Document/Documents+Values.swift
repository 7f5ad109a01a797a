// The values of keys by their type. A value of another type is a fault, and left out.
extension Documents {
    /// Returns a text, also a number's or a Boolean's; nil without one.
    func text(_ key: String, of place: Located) -> String? {
        guard let value = place[key] else { return nil }
        if let text = value.text { return text }
        note(.fault, "\"\(key)\" is no text; it is left out", at: value)
        return nil
    }

    /// Returns a Boolean; nil without one.
    func flag(_ key: String, of place: Located) -> Bool? {
        guard let value = place[key] else { return nil }
        if let flag = value.node.bool { return flag }
        note(.fault, "\"\(key)\" is neither true nor false; it is left out", at: value)
        return nil
    }

    /// Returns the items of a list; none without one.
    func items(_ key: String, of place: Located) -> [Located] {
        guard let value = place[key] else { return [] }
        if value.node.items == nil { note(.fault, "\"\(key)\" is no list; it is left out", at: value) }
        return value.items
    }

    /// Returns an object; nil without one.
    func object(_ key: String, of place: Located) -> Located? {
        guard let value = place[key] else { return nil }
        if value.isMapping { return value }
        note(.fault, "\"\(key)\" is no object; it is left out", at: value)
        return nil
    }

    /// Returns the words of a schema or an operation, as lines.
    func documentation(of place: Located, _ keys: [String] = ["description"]) -> [String] {
        var texts: [String] = []
        for key in keys {
            if let text = text(key, of: place), !text.isEmpty, !texts.contains(text) { texts.append(text) }
        }
        return texts.isEmpty ? [] : texts.joined(separator: "\n\n").splitBytes("\n")
    }
}
