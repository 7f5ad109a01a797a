extension JSONValue {
    /// A place where two documents differ.
    package struct Difference: Sendable {
        /// The keys and indices from the root, separated by dots, long keys cut; empty for the root.
        package let path: String
        /// The innermost key; empty outside of objects.
        package let key: String
        /// The steps from the root; none unless some are ignored.
        fileprivate let steps: [Step]
        /// The value that was expected and the one that was found; nil for a missing one.
        package let expected, found: JSONValue?
    }

    /// Returns the first places where a document differs from an expected one, in order, at most `limit`.
    /// - Parameter matches: whether a value that was found matches an expected one that it does not equal. Not called
    ///   for two objects or two arrays.
    /// - Parameter isIgnored: whether members and elements at these steps from the root are left out. Default: none.
    package func differences(
        from expected: JSONValue, limit: Int, ignoring isIgnored: ((_ steps: [Step]) -> Bool)? = nil,
        where matches: (_ found: JSONValue, _ expected: JSONValue) -> Bool
    ) -> [Difference] {
        var differences: [Difference] = []
        // A stack instead of recursion: a document may be nested deeply.
        var pending = [Difference(path: "", key: "", steps: [], expected: expected, found: self)]
        while let next = pending.popLast(), differences.count < limit {
            func inner(_ step: Step, _ key: String, _ expected: JSONValue?, _ found: JSONValue?) {
                let steps = isIgnored == nil ? [] : next.steps + [step]
                if let isIgnored, isIgnored(steps) { return }
                let text = step.intValue.map(String.init) ?? step.stringValue.cut(to: 40)
                let path = next.path.isEmpty ? text : "\(next.path).\(text)"
                pending.append(Difference(path: path, key: key, steps: steps, expected: expected, found: found))
            }
            switch (next.found, next.expected) {
            case (.array(let items)?, .array(let others)?) where items.count == others.count:
                for index in items.indices.reversed() { inner(.index(index), next.key, others[index], items[index]) }
            case (.object(let members)?, .object(let others)?):
                for key in Array(Set(members.keys).union(others.keys)).sortedByBytes().reversed() {
                    // Keys of dictionaries may be data.
                    inner(.key(key), key, others[key], members[key])
                }
            case (let found?, let expected?):
                if found != expected, !matches(found, expected) { differences.append(next) }
            default: differences.append(next)
            }
        }
        return differences
    }
}
