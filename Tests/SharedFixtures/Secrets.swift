import Foundation

/// A secret that tests insert and then search for in all output.
package let canary = "CANARY-7f3a"

/// Returns every text that Swift makes of a value: descriptions, dump, and each leaf of its mirror.
package func texts(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    var texts = [String(describing: value), "\(value)", String(reflecting: value), dumped]
    if let error = value as? any Error { texts.append(error.localizedDescription) }
    collectTexts(of: Mirror(reflecting: value), into: &texts, depth: 0)
    return texts.joined(separator: "\n")
}

private func collectTexts(of mirror: Mirror, into texts: inout [String], depth: Int) {
    // Deep enough for all values here; a limit, because references may be cyclic.
    guard depth < 12 else { return }
    for (label, value) in mirror.children {
        texts.append("\(label ?? ""): \(value) \(String(reflecting: value))")
        collectTexts(of: Mirror(reflecting: value), into: &texts, depth: depth + 1)
    }
    if let parent = mirror.superclassMirror { collectTexts(of: parent, into: &texts, depth: depth + 1) }
}
