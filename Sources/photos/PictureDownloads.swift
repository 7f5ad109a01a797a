import Foundation
import Talyn

/// Downloads of pictures into a folder, four at a time. Each continues the part that an earlier run has left.
struct PictureDownloads: Sendable {
    /// An event of one picture. The last one is its end.
    enum Event: Sendable {
        case moved(TransferProgress)
        case ended(Result<DownloadedFile, MyAPIError>)
    }

    private let provider: Provider<MyAPI>
    private let folder: URL

    init(with provider: Provider<MyAPI>, to folder: URL) {
        self.provider = provider.adding(.concurrencyLimit(4))
        self.folder = folder
    }

    /// Downloads the pictures at these URLs, and reports the events of each under its index. Cancelling the task stops
    /// all of them.
    func run(_ pictures: [String], report: @escaping @Sendable (_ index: Int, Event) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for (index, picture) in pictures.enumerated() {
                group.addTask {
                    let result = await download(picture) { report(index, .moved($0)) }
                    report(index, .ended(result))
                }
            }
        }
    }

    private func download(
        _ picture: String, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Result<DownloadedFile, MyAPIError> {
        guard let url = URL(string: picture) else {
            let error = RequestError(.invalidRequest("the feed has no valid URL of the picture"))
            return .failure(.restError(error, statusCode: nil, errorCode: nil))
        }
        do throws(MyAPIError) {
            return .success(
                try await provider.download(
                    .getPicture(url), to: .folder(folder), options: .resuming, progress: progress))
        } catch { return .failure(error) }
    }
}
