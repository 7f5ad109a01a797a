import Foundation
import Subjects
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The same call without Talyn, with a completion handler, to measure the memory and threads of URLSession itself.
enum BareCall {
    /// Returns the number of bytes received, or an error if the call failed or was cancelled.
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
            // From another queue: inside the handler it deadlocks with URLSession's own.
            let task = running.withLock { $0 }
            DispatchQueue.global().async { task?.cancel() }
        }
    }
}
