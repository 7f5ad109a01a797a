internal import Foundation
internal import Talyn

/// Writes a response of a ``FolderCacheStore`` to a temporary file, which a commit moves to the folder of its URL.
final class CacheFileWriter: CacheWriter {
    private struct State {
        var file: CacheFile
        /// Until the file is moved or removed.
        var isOpen = true
    }

    private let store: FolderCacheStore
    private let head: StoredHead
    private let path: String
    private let place: URL
    private let state: Locked<State>

    /// Begins a file; nil if there is no room for its head. The file is made first: files are what tells that bytes may
    /// be reserved.
    init?(_ store: FolderCacheStore, _ head: StoredHead, _ text: [UInt8], _ unfinished: URL, _ place: URL) throws {
        let path = "\(unfinished.path)/\(UUID().uuidString)"
        do {
            do { state = Locked(State(file: try CacheFile(path, text))) } catch let error as OpenFile.Failure
                where [ENOENT, ENOTDIR, ELOOP].contains(error.number)
            {
                for folder in [unfinished.deletingLastPathComponent(), unfinished] { FolderCacheStore.make(folder) }
                state = Locked(State(file: try CacheFile(path, text)))
            }
        } catch {
            store.ends(head, at: place)
            throw Self.folderError(error)
        }
        (self.store, self.head, self.place, self.path) = (store, head, place, path)
        var isReserved = false
        defer {
            if !isReserved {
                state.withLock { $0.isOpen = false }
                unlink(path)
                store.ends(head, at: place)
            }
        }
        isReserved = try store.reserve(state.withLock { $0.file.length })
        if !isReserved { return nil }
        // After a failure the instance ends, and removes the file.
        do { try state.withLock { try $0.file.begin() } } catch { throw Self.folderError(error) }
    }

    /// Returns the error of the folder for one of its files.
    private static func folderError(_ error: any Error) -> any Error {
        guard let failure = error as? OpenFile.Failure else { return error }
        return CacheFolderError("cannot be written", code: failure.number)
    }

    deinit { state.withLock { close(&$0) } }

    /// Removes a file that is not moved, with the bytes that are reserved for it.
    private func close(_ state: inout State, isMoved: Bool = false) {
        guard state.isOpen else { return }
        state.isOpen = false
        if !isMoved { _ = store.usage.remove(path, added: state.file.length) }
        store.ends(head, at: place)
    }

    func append(_ bytes: Data) throws -> Bool {
        try state.withLock { state in
            guard state.isOpen else { return false }
            let count = Int64(bytes.count)
            do {
                guard store.takes(state.file.length + count), try store.reserve(count) else {
                    close(&state)
                    return false
                }
                // After a failure the length has these bytes, too.
                try state.file.append(bytes)
            } catch {
                close(&state)
                throw Self.folderError(error)
            }
            return true
        }
    }

    func commit(if isCurrent: @Sendable () -> Bool) throws { try commit(replacing: nil, if: isCurrent) }

    func commit(replacing old: StoredHead?, if isCurrent: () -> Bool) throws {
        try state.withLock { state in
            guard state.isOpen else { return }
            var isMoved = false
            defer { close(&state, isMoved: isMoved) }
            do { try state.file.finish() } catch { throw Self.folderError(error) }
            isMoved = try store.move(path, to: place, head, replacing: old, if: isCurrent)
        }
    }
}
