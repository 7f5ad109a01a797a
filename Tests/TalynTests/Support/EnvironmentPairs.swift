import Foundation

/// Returns the pairs of a variable that a script `.ci/with` sets: "name=value name=value".
func environmentPairs(_ variable: String) -> [String: String] {
    let list = ProcessInfo.processInfo.environment[variable] ?? ""
    let pairs = list.split(separator: " ").compactMap { pair -> (String, String)? in
        let parts = pair.split(separator: "=", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
}
