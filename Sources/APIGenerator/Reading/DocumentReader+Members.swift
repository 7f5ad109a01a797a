extension DocumentReader {
    /// The members of a mapping while it is read.
    struct Members {
        private(set) var all: [Node.Member] = []
        /// The members that come from merge keys.
        private var merged: Set<Int> = []
        /// The places of keys, once there are many.
        private var places: [Bytes: Int] = [:]

        /// Adds a member, or those of a merge key. A member of the mapping itself replaces one of its merges, and the
        /// first merge precedes the others. A key that appears twice is a fault, since one of its values would be lost.
        mutating func add(_ key: Key, _ value: Node) throws(ReadingFault) {
            if key.isMerge, let mappings = Self.mappings(of: value) {
                for member in mappings.joined() where place(of: member.key) == nil {
                    merged.insert(all.count)
                    all.append(member)
                }
                return
            }
            let member = Node.Member(key: key.text, line: key.position.line, value: value)
            guard let place = place(of: key.text) else { return all.append(member) }
            if merged.remove(place) == nil {
                throw ReadingFault(
                    reason: "the key '\(key.text.prefix(80))' appears twice, first in line \(all[place].line)",
                    line: key.position.line, column: key.position.column + 1)
            }
            all[place] = member
        }

        /// The mappings that a merge key merges; nil if its value is another one, so that the key is a usual one.
        private static func mappings(of value: Node) -> [[Node.Member]]? {
            if let members = value.members { return [members] }
            let mappings = value.items?.compactMap(\.members)
            return mappings?.count == value.items?.count ? mappings : nil
        }

        private mutating func place(of key: String) -> Int? {
            if all.count < 16 { return all.firstIndex { $0.key.utf8.elementsEqual(key.utf8) } }
            for place in places.count..<all.count { places[Bytes(text: all[place].key)] = place }
            return places[Bytes(text: key)]
        }
    }

    /// A text that is compared by bytes: canonically equivalent keys are different ones.
    private struct Bytes: Hashable {
        let text: String

        static func == (left: Bytes, right: Bytes) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}
