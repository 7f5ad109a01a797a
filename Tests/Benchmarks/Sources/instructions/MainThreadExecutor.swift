import Synchronization

/// An executor that runs every job of an asynchronous call on the waiting thread, so that each run executes the same
/// instructions, without a thread pool or thread switches.
final class MainThreadExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let outcome = Mutex<Result<Void, any Error>?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs asynchronous work to its end on this thread.
    static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
        let executor = MainThreadExecutor()
        Task(executorPreference: executor) {
            do {
                try await work()
                executor.outcome.withLock { $0 = .success(()) }
            } catch {
                executor.outcome.withLock { $0 = .failure(error) }
            }
        }
        while let job = executor.jobs.withLock({ $0.popLast() }) {
            job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
        guard let outcome = executor.outcome.withLock({ $0 }) else { throw Stuck() }
        try outcome.get()
    }
}

/// The error of work that waits for something outside the executor.
struct Stuck: Error {}
