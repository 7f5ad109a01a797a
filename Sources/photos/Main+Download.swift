import Foundation
import Talyn

extension Photos {
    /// Downloads the pictures of a feed, and shows their progress.
    /// - Returns: the exit code.
    static func download(
        _ feed: Photo, with provider: Provider<MyAPI>, to path: String, terminal: TerminalSize,
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
    ) async -> Int32 {
        let folder: WritableFolder
        do throws(FolderError) { folder = try WritableFolder(at: path) } catch {
            err(error.description)
            return 1
        }
        let pictures = feed.pictures
        if pictures.isEmpty { err("photos: the feed has no pictures.") }
        let (events, sink) = AsyncStream<(Int, PictureDownloads.Event)>.makeStream()
        // A task of its own: it shows where a cancelled download has stopped.
        let display = Task {
            var board = DownloadBoard(pictures: pictures, width: terminal.isInteractive ? terminal.columns : nil)
            var failures = 0
            for await (index, event) in events {
                var frame = board.erasing()
                switch board.take(event, of: index) {
                case .note(let line): frame += "\(line)\n"
                case .failure(let line):
                    out(frame)
                    frame = ""
                    err(line)
                    failures += 1
                case nil: break
                }
                frame += board.drawing()
                if !frame.isEmpty { out(frame) }
            }
            return failures
        }
        await PictureDownloads(with: provider, to: folder.url).run(pictures) { sink.yield(($0, $1)) }
        sink.finish()
        let failures = await display.value
        if Task.isCancelled { err("photos: interrupted; run it again to continue.") }
        return failures > 0 || Task.isCancelled ? 1 : 0
    }
}
