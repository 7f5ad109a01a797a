extension JSONValue {
    /// The same object with null for each member. Other values are returned unchanged.
    var withNullMembers: JSONValue {
        if case .object(let members) = self { .object(members.mapValues { _ in .null }) } else { self }
    }

    /// A step into a value, in the form that decoders use in a coding path.
    enum Step: CodingKey {
        case key(String)
        case index(Int)

        var stringValue: String {
            switch self {
            case .key(let key): key
            case .index(let index): "Index \(index)"
            }
        }

        var intValue: Int? { if case .index(let index) = self { index } else { nil } }

        init?(stringValue: String) { self = .key(stringValue) }
        init?(intValue: Int) { self = .index(intValue) }
    }

    /// Returns the steps of a coding path that exist in this value. Keys are compared loosely, because a key decoding
    /// strategy may have renamed them.
    func steps(along path: [any CodingKey]) -> [Step] {
        var (steps, value): ([Step], JSONValue) = ([], self)
        for key in path {
            if case .object(let members) = value,
                let name = InspectedBody.similarKey(to: key.stringValue, in: members), let next = members[name]
            {
                steps.append(.key(name))
                value = next
            } else if let index = key.intValue, let next = value[index] {
                steps.append(.index(index))
                value = next
            } else {
                break
            }
        }
        return steps
    }

    /// Returns the same document with null at a path.
    func withNull(at steps: ArraySlice<Step>) -> JSONValue {
        switch (self, steps.first) {
        case (_, nil): return .null
        case (.object(var members), .key(let key)?):
            members[key] = members[key]?.withNull(at: steps.dropFirst())
            return .object(members)
        case (.array(var items), .index(let index)?) where items.indices.contains(index):
            items[index] = items[index].withNull(at: steps.dropFirst())
            return .array(items)
        default: return self
        }
    }

    /// Returns the path of the number that prevents decoding, for decoders that do not report it; nil if no number
    /// does.
    ///
    /// Zeroes numbers from the end until `fails` returns false. `fails` runs about log₂ times the count of numbers.
    func placeOfUnfitNumber(where fails: (JSONValue) -> Bool) -> [Step]? {
        var (count, place): (Int, [Step]) = (0, [])
        _ = zeroing(from: .max, count: &count, [], &place)
        var (low, high) = (0, count)
        guard fails(self), count > 0, !fails(zeroed(from: 0)) else { return nil }
        while high - low > 1 {
            let middle = (low + high) / 2
            if fails(zeroed(from: middle)) { high = middle } else { low = middle }
        }
        count = 0
        _ = zeroing(from: high, count: &count, [], &place)
        return place
    }

    private func zeroed(from first: Int) -> JSONValue {
        var (count, place): (Int, [Step]) = (0, [])
        return zeroing(from: first, count: &count, [], &place)
    }

    /// Returns the value with 0 for each number from index `first` on. Sets `place` to the path of the last number
    /// before it.
    private func zeroing(from first: Int, count: inout Int, _ path: [Step], _ place: inout [Step]) -> JSONValue {
        switch self {
        // Every number type can hold these.
        case .null, .bool, .string, .integer(0...127): return self
        case .integer, .unsigned, .number:
            count += 1
            if count > first { return .integer(0) }
            place = path
            return self
        case .array(let items):
            return .array(
                items.enumerated().map { index, item in
                    item.zeroing(from: first, count: &count, path + [.index(index)], &place)
                })
        case .object(let members):
            var zeroed = members
            for key in Array(members.keys).sortedByBytes() {
                zeroed[key] = members[key]?.zeroing(from: first, count: &count, path + [.key(key)], &place)
            }
            return .object(zeroed)
        }
    }
}
