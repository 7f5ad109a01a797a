import Foundation

/// The files of a document: the first one, and those below its folder that its references name. Collects findings.
final class Documents {
    let root: Located
    private(set) var findings: [Finding] = []
    private var known: Set<Finding> = []
    private var files: [String: Located?] = [:]
    private let read: (String) throws -> Data

    /// Loads the first file.
    /// - Parameter read: returns the bytes of a file, by its path below the document's folder.
    init(_ name: String, read: @escaping (String) throws -> Data) throws(GenerationFault) {
        self.read = read
        do {
            let node = try DocumentReader.read(try read(name))
            root = Located(node: node, file: name, pointer: "#")
        } catch let fault as ReadingFault {
            throw GenerationFault("\(fault.reason), column \(fault.column)", file: name, line: fault.line)
        } catch {
            throw GenerationFault(error.localizedDescription, file: name, line: 1)
        }
        files[name] = root
    }

    /// Notes a finding once.
    func note(_ kind: Finding.Kind, _ message: String, at place: Located) {
        let finding = Finding(
            kind: kind, message: message, file: place.file, line: place.node.line, pointer: place.pointer)
        if known.insert(finding).inserted { findings.append(finding) }
    }

    // MARK: References

    /// Follows the references of a value; the value itself if it is none. Nil, with a finding, for one that leads
    /// nowhere or in a circle.
    func resolved(_ value: Located) -> Located? {
        var (place, seen) = (value, Set<String>())
        while let reference = place["$ref"] {
            guard let text = reference.text else {
                note(.fault, "\"$ref\" is no text; it is left out", at: place)
                return nil
            }
            guard seen.insert(place.file + place.pointer).inserted else {
                note(.fault, "the reference leads back to itself; it is left out", at: value)
                return nil
            }
            guard let next = target(of: text, from: place) else { return nil }
            place = next
        }
        return place
    }

    /// Returns the value that a reference names; nil, with a finding, without one.
    func target(of reference: String, from place: Located) -> Located? {
        if reference.isEmpty {
            note(.fault, "\"$ref\" is empty; it is left out", at: place)
            return nil
        }
        let parts = reference.splitBytes("#")
        let path = parts[0]
        var file: Located? = files[place.file] ?? nil
        if !path.isEmpty {
            guard let name = Self.name(of: path, from: place.file) else {
                note(.refused, "\"\(reference)\" is no file below the document's folder; it is left out", at: place)
                return nil
            }
            file = load(name, for: place)
        }
        guard var found = file else { return nil }
        let pointer = parts.dropFirst().joined(separator: "#")
        guard pointer.isEmpty || pointer.utf8.first == UInt8(ascii: "/") else {
            note(.refused, "\"\(reference)\" is no JSON pointer; it is left out", at: place)
            return nil
        }
        for step in pointer.splitBytes("/").dropFirst() {
            let key = Self.unescaped(step)
            let next =
                found.node.items == nil
                ? found[key]
                : Int(key).flatMap { index in
                    found.items.indices.contains(index) ? found.items[index] : nil
                }
            guard let next else {
                note(.fault, "\"\(reference)\" leads to nothing; it is left out", at: place)
                return nil
            }
            found = next
        }
        return found
    }

    private func load(_ name: String, for place: Located) -> Located? {
        if let file = files[name] { return file }
        files[name] = .some(nil)
        do {
            let file = Located(node: try DocumentReader.read(try read(name)), file: name, pointer: "#")
            files[name] = file
            return file
        } catch let fault as ReadingFault {
            note(.fault, "\(name) cannot be read, \(fault); its references are left out", at: place)
        } catch {
            note(
                .fault, "\(name) cannot be read: \(error.localizedDescription); its references are left out", at: place)
        }
        return nil
    }

    /// Returns the path of a file below the document's folder; nil for a URL and for a path that leaves the folder.
    private static func name(of path: String, from file: String) -> String? {
        guard let path = path.removingPercentEncoding, path.utf8.first != UInt8(ascii: "/"),
            !path.utf8.contains(UInt8(ascii: ":"))
        else {
            return nil
        }
        var steps = Array(file.splitBytes("/").dropLast())
        for step in path.splitBytes("/") where !step.isEmpty && step != "." {
            if step != ".." { steps.append(step) } else if steps.popLast() == nil { return nil }
        }
        return steps.isEmpty ? nil : steps.joined(separator: "/")
    }

    private static func unescaped(_ step: String) -> String {
        (step.removingPercentEncoding ?? step).replacingBytes("~1", "/").replacingBytes("~0", "~")
    }
}
