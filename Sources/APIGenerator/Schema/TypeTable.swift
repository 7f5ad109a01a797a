/// The models once all schemas are read: what stands behind aliases, and which contain themselves.
struct TypeTable {
    var models: [Model]

    /// The form of a type in a query, a path or a header.
    enum Form { case scalar, list, object, other }

    /// Returns a type without aliases.
    func underlying(_ type: SwiftType) -> SwiftType {
        var type = type
        while case .model(let index) = type, case .alias(let other) = models[index].kind { type = other }
        if case .optional(let inner) = type { return underlying(inner) }
        if case .boxed(let inner) = type { return underlying(inner) }
        return type
    }

    /// Whether null is a value of a type.
    func isNullable(_ type: SwiftType) -> Bool {
        switch type {
        case .optional: return true
        case .model(let index):
            if models[index].isNullable { return true }
            if case .alias(let other) = models[index].kind { return isNullable(other) }
            return false
        default: return false
        }
    }

    func form(of type: SwiftType) -> Form {
        switch underlying(type) {
        case .string, .bool, .int, .int64, .uint64, .double, .date, .day, .data, .json: return .scalar
        case .array(let element): return form(of: element) == .scalar ? .list : .other
        case .map(let value): return form(of: value) == .other ? .other : .object
        case .model(let index):
            switch models[index].kind {
            case .enumeration: return .scalar
            case .structure: return .object
            default: return .other
            }
        case .optional, .boxed, .parts: return .other
        }
    }

    /// Makes aliases that lead back to themselves any JSON. Returns those.
    mutating func breakAliases() -> [Int] {
        var (broken, ends): ([Int], Set<Int>) = ([], [])
        for start in models.indices {
            var (path, index): (Set<Int>, Int?) = ([], start)
            while let current = index, case .alias(let type) = models[current].kind, !ends.contains(current) {
                if !path.insert(current).inserted {
                    models[current].kind = .alias(.json)
                    broken.append(current)
                    break
                }
                index = contained(in: type)
            }
            ends.formUnion(path)
        }
        return broken
    }

    /// The model that a type names, also in lists and dictionaries.
    private func contained(in type: SwiftType) -> Int? {
        switch type {
        case .array(let inner), .map(let inner), .optional(let inner), .boxed(let inner): contained(in: inner)
        case .model(let index): index
        default: nil
        }
    }

    /// Takes variants out of unions that lead back to the union itself without anything between. Returns those unions.
    mutating func breakUnions() -> [Int] {
        var broken: [Int] = []
        for index in models.indices {
            guard case .union(var union) = models[index].kind else { continue }
            let kept = union.variants.filter { !leads($0.type, to: index) }
            if kept.count == union.variants.count { continue }
            broken.append(index)
            union.variants = kept
            models[index].kind = kept.isEmpty ? .alias(.json) : .union(union)
        }
        return broken
    }

    /// Whether a union is a type, or one of the variants in it.
    private func leads(_ type: SwiftType, to goal: Int) -> Bool {
        var (pending, seen) = ([type], Set<Int>())
        while let next = pending.popLast() {
            guard case .model(let index) = underlying(next) else { continue }
            if index == goal { return true }
            guard case .union(let union) = models[index].kind, seen.insert(index).inserted else { continue }
            pending += union.variants.map(\.type)
        }
        return false
    }

    // MARK: Recursion

    /// The model that a value of a type holds within itself, not in a list or an object.
    private func held(_ type: SwiftType) -> Int? {
        let type = underlying(type)
        if case .model(let index) = type { return index }
        return nil
    }

    /// Puts properties into boxes where structs would contain themselves. Returns the unions that are indirect.
    mutating func boxRecursion() -> Set<Int> {
        var indirect: Set<Int> = []
        // 0: not seen, 1: on the path, 2: done. Unions on a circle are indirect, which breaks it.
        func edges(_ index: Int) -> [(property: Int, model: Int)] {
            switch models[index].kind {
            case .structure(let structure):
                return structure.properties.enumerated().compactMap { place, property in
                    if case .boxed = property.type { return nil }
                    return held(property.type).map { (place, $0) }
                }
            case .union(let union):
                return union.variants.enumerated().compactMap { place, variant in held(variant.type).map { (place, $0) }
                }
            default: return []
            }
        }
        var state = [Int](repeating: 0, count: models.count)
        for root in models.indices where state[root] == 0 {
            var path: [(model: Int, edges: [(property: Int, model: Int)], next: Int)] = [(root, edges(root), 0)]
            state[root] = 1
            while let top = path.last {
                guard top.next < top.edges.count else {
                    state[top.model] = 2
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let edge = top.edges[top.next]
                if state[edge.model] == 0 {
                    state[edge.model] = 1
                    path.append((edge.model, edges(edge.model), 0))
                } else if state[edge.model] == 1 {
                    let start = path.firstIndex { $0.model == edge.model } ?? 0
                    let circle = path[start...].map(\.model)
                    if circle.contains(where: indirect.contains) { continue }
                    if let union = circle.first(where: { if case .union = models[$0].kind { true } else { false } }) {
                        indirect.insert(union)
                    } else if case .structure(var structure) = models[top.model].kind {
                        structure.properties[edge.property].type = .boxed(structure.properties[edge.property].type)
                        models[top.model].kind = .structure(structure)
                    }
                }
            }
        }
        return indirect
    }

    /// Marks a type and all in it.
    mutating func mark(_ type: SwiftType, _ isMarked: (Model) -> Bool, _ change: (inout Model) -> Void) {
        var pending = [type]
        while let type = pending.popLast() {
            switch type {
            case .array(let inner), .map(let inner), .optional(let inner), .boxed(let inner):
                pending.append(inner)
            case .model(let index):
                if isMarked(models[index]) { continue }
                change(&models[index])
                switch models[index].kind {
                case .alias(let inner): pending.append(inner)
                case .structure(let structure):
                    pending += structure.properties.map(\.type) + [structure.additional].compactMap { $0 }
                case .union(let union): pending += union.variants.map(\.type)
                case .pending, .enumeration: break
                }
            default: break
            }
        }
    }
}
