internal import Foundation

/// Runs work on a thread with the 512 KiB stack that Apple platforms give every thread but the main one.
package func onSmallStack<Output: Sendable>(_ work: @escaping @Sendable () -> Output) async -> Output {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: work()) }
        thread.stackSize = 512 << 10
        thread.start()
    }
}
