internal import Foundation
internal import Talyn

/// A lock between processes: flock(2) on a file, taken by bounded tries.
///
/// A process that is stopped while it has the lock delays others once: after a wait in vain nobody waits again until
/// the lock was free.
final class FileLock: Sendable {
    /// The tries of a wait, 1 ms apart: 0.1 s.
    static let tries = 100

    private let tries: Int
    private let wasBusy = Locked(false)

    /// - Parameter tries: The tries of a wait. `Int.max` for a test whose result must not depend on the machine's load.
    init(tries: Int = FileLock.tries) { self.tries = tries }

    /// Whether the last wait was in vain.
    var isBusy: Bool { wasBusy.withLock { $0 } }

    /// Locks a file.
    /// - Throws: `EWOULDBLOCK` if another process keeps the lock, other numbers where the file system has no locks.
    func take(_ file: OpenFile) throws(OpenFile.Failure) {
        var triesLeft = isBusy ? 1 : tries
        while true {
            do throws(OpenFile.Failure) {
                try file.call { Int(flock($0, LOCK_EX | LOCK_NB)) }
                return wasBusy.withLock { $0 = false }
            } catch {
                triesLeft -= 1
                if error.number == EWOULDBLOCK, triesLeft > 0 {
                    usleep(1_000)
                    continue
                }
                wasBusy.withLock { $0 = error.number == EWOULDBLOCK }
                throw error
            }
        }
    }

    /// Unlocks a file. Closing it is not enough: a program that is being started has a copy of the descriptor.
    func release(_ file: OpenFile) { _ = try? file.call { Int(flock($0, LOCK_UN)) } }
}

extension OpenFile {
    /// Opens a file of this library, or creates it, readable by its owner only. A pipe, a link or an empty folder in
    /// its place is replaced; a folder with content is an error.
    static func own(_ path: String) throws(Failure) -> OpenFile {
        var failure: Failure
        var triesLeft = 3
        repeat {
            do throws(Failure) { return try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600) } catch {
                failure = error
            }
            triesLeft -= 1
        } while triesLeft > 0 && makeUsable(path)
        throw failure
    }

    /// Removes what is no file, or makes a file readable. Returns false if it is as it was.
    private static func makeUsable(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return status.st_mode & 0o600 != 0o600 && chmod(path, 0o600) == 0
        case S_IFDIR: return rmdir(path) == 0
        default: return unlink(path) == 0
        }
    }
}
