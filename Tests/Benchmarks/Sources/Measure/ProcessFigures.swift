import Foundation

/// The kernel's figures for this process.
public struct ProcessFigures: Sendable, Codable {
    /// The memory in use, in MB.
    public let memory: Double
    /// The peak memory, in MB.
    public let peakMemory: Double
    public let threads: Int
    public let descriptors: Int

    /// Now.
    public static var now: ProcessFigures {
        let fields = status()
        return ProcessFigures(
            memory: (fields["VmRSS"] ?? 0) / 1024, peakMemory: (fields["VmHWM"] ?? 0) / 1024,
            threads: Int(fields["Threads"] ?? 0), descriptors: countDescriptors())
    }

    /// Returns the numbers of `/proc/self/status`; sizes are in KB.
    private static func status() -> [String: Double] {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return [:] }
        var fields: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
            guard words.count > 1, let number = Double(words[1]) else { continue }
            fields[String(words[0].dropLast())] = number
        }
        return fields
    }

    private static func countDescriptors() -> Int {
        // Without the descriptor of the listing itself.
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1) - 1
    }
}
