import Foundation
import Talyn

extension Photos {
    /// Downloads pictures, four at a time, and continues the parts that an earlier run has left. Shows each quarter on
    /// standard error, each file on standard output.
    /// - Returns: the exit code.
    func download(_ pictures: [String], to path: String, with provider: Provider<MyAPI>) async -> Int32 {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            err("photos: the folder '\(path)' cannot be made.")
            return 1
        }
        if pictures.isEmpty { err("photos: the feed has no pictures.") }
        let provider = provider.adding(.concurrencyLimit(4))
        return await withTaskGroup(of: Bool.self) { group in
            for picture in pictures { group.addTask { await save(picture, in: folder, with: provider) } }
            // Not `allSatisfy`, which would leave the group at the first failure.
            return await group.reduce(true) { $0 && $1 } ? 0 : 1
        }
    }

    /// Downloads a picture; returns whether it is in the folder.
    private func save(_ picture: String, in folder: URL, with provider: Provider<MyAPI>) async -> Bool {
        guard let url = URL(string: picture) else {
            err("photos: '\(picture)' is not a URL.")
            return false
        }
        let name = url.lastPathComponent
        let (steps, sink) = AsyncStream<TransferProgress>.makeStream()
        async let start = show(steps, of: name)
        defer { sink.finish() }
        do throws(MyAPIError) {
            let file = try await provider.download(
                .getPicture(url), to: .folder(folder), options: .resuming, progress: { sink.yield($0) })
            sink.finish()
            let resumed = await start
            let end = resumed > 0 ? ", resumed from \(resumed)" : ""
            out("\(file.url.lastPathComponent): \(file.size) bytes\(end)")
            return true
        } catch {
            if error.urlError?.code == .cannotMoveFile {
                out("\(name): a file of this name is there already, not fetched again")
                return true
            }
            err("photos: \(name) failed: \(error)")
            return false
        }
    }

    /// Shows each quarter; returns the number of bytes that were there before.
    private func show(_ steps: AsyncStream<TransferProgress>, of name: String) async -> Int64 {
        var (start, shown): (Int64?, Int) = (nil, 0)
        for await progress in steps {
            start = start ?? progress.received
            let quarter = Int((progress.fraction ?? 0) * 4)
            if quarter > shown { err("\(name): \(quarter * 25) %") }
            shown = quarter
        }
        return start ?? 0
    }
}
