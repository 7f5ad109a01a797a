import Foundation
import Talyn

extension Photos {
    /// Downloads pictures and shows their progress: each quarter on standard error, each file on standard output.
    /// - Returns: the exit code.
    func download(_ pictures: [String], to path: String, with provider: Provider<MyAPI>) async -> Int32 {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            err("photos: the folder '\(path)' cannot be made.")
            return 1
        }
        if pictures.isEmpty { err("photos: the feed has no pictures.") }
        let (events, sink) = AsyncStream<(Int, PictureDownloads.Event)>.makeStream()
        // A task of its own: it shows what a cancelled run has saved.
        let display = Task {
            var (starts, quarters): ([Int: Int64], [Int: Int]) = ([:], [:])
            var failures = 0
            for await (index, event) in events {
                let name = URL(string: pictures[index])?.lastPathComponent ?? pictures[index]
                switch event {
                case .moved(let progress):
                    // The first progress of a picture is where it is resumed.
                    starts[index] = starts[index] ?? progress.received
                    let quarter = Int((progress.fraction ?? 0) * 4)
                    if quarter > quarters[index, default: 0] { err("\(name): \(quarter * 25) %") }
                    quarters[index] = quarter
                case .ended(.success(let file)):
                    let start = starts[index] ?? 0
                    let resumed = start > 0 ? ", resumed from \(start)" : ""
                    out("\(file.url.lastPathComponent): \(file.size) bytes\(resumed)")
                case .ended(.failure(.cancelled)): break
                case .ended(.failure(let error)) where error.urlError?.code == .cannotMoveFile:
                    out("\(name): a file of this name is there already, not fetched again")
                case .ended(.failure(let error)):
                    err("photos: \(name) failed: \(error)")
                    failures += 1
                }
            }
            return failures
        }
        await PictureDownloads(with: provider, to: folder).run(pictures) { sink.yield(($0, $1)) }
        sink.finish()
        let failures = await display.value
        if Task.isCancelled { err("photos: interrupted; run it again to continue.") }
        return failures > 0 || Task.isCancelled ? 1 : 0
    }
}
