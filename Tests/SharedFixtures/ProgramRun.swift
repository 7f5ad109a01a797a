#if os(macOS) || os(Linux)
package import Foundation

/// The end of a program that a test has run.
///
/// Not by `Process`, whose `run()` crashes on Linux in a process of more than 1,300 descriptors: it copies 256 bytes for
/// each name in `/proc/self/fd`, past the end of the buffer that holds the names.
package struct ProgramRun: Sendable {
    /// The exit status, or 128 and the number of the signal that has ended the program.
    package let status: Int32
    /// The bytes of its standard output.
    package let output: Data

    /// Runs a program without input, and waits for its end. Its output goes to a file of a folder.
    package init(_ program: String, _ arguments: [String], in folder: URL) async throws {
        // A file takes any length without a reader.
        let place = folder.appendingPathComponent("\(UUID().uuidString).output")
        let child = try Self.start(program, arguments, writingTo: place)
        status = await withCheckedContinuation { continuation in
            // Waiting blocks, which no thread of the pool may.
            Thread {
                var end: Int32 = 0
                while waitpid(child, &end, 0) == -1, errno == EINTR {}
                continuation.resume(returning: end & 0x7F == 0 ? end >> 8 & 0xFF : 128 + end & 0x7F)
            }.start()
        }
        output = try Data(contentsOf: place)
    }

    private static func start(_ program: String, _ arguments: [String], writingTo place: URL) throws -> pid_t {
        #if os(Linux)
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #else
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, place.path, O_WRONLY | O_CREAT, 0o600)
        // A connection of another test must not stay open in the child.
        #if os(Linux)
        // To close a descriptor that is not open is no error with glibc, and fails the start on macOS.
        for descriptor: Int32 in 3..<4_096 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        #else
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        posix_spawn_file_actions_addinherit_np(&actions, 2)
        #endif
        let words = ([program] + arguments).map { strdup($0) }
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + environment { free(text) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, program, &actions, &attributes, words + [nil], environment + [nil])
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        return child
    }
}
#endif
