import Foundation
import Subjects
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The same call without Talyn, by a completion handler: tells what URLSession itself does to memory and threads.
enum BareCall {
    /// How many bytes came; an error when the call was cancelled or failed.
    static func bytes(over session: URLSession) async -> Result<Int, any Error> {
        let running = Mutex<URLSessionDataTask?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard let request = try? ByHand.request(login: "octocat", page: 1), !Task.isCancelled else {
                    return continuation.resume(returning: .failure(CancellationError()))
                }
                let task = session.dataTask(with: request) { data, _, error in
                    continuation.resume(returning: error.map { .failure($0) } ?? .success(data?.count ?? 0))
                }
                running.withLock { $0 = task }
                task.resume()
            }
        } onCancel: {
            // From another queue: in the handler it deadlocks with URLSession's own.
            let task = running.withLock { $0 }
            DispatchQueue.global().async { task?.cancel() }
        }
    }
}
