#if os(macOS) || os(Linux)
import Foundation
import Testing

/// The end of a program that a test has run.
struct ProgramRun {
    let status: Int32
    let output: Data

    /// Runs a program and waits for its end. Its output goes to a file, so that no thread of the pool is blocked.
    init(_ program: String, _ arguments: [String], in folder: TemporaryFolder) async throws {
        let place = try folder.write(Data())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: place)
        status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        output = try Data(contentsOf: place)
    }
}
#endif
