internal import Foundation

/// Does something on a thread with the stack that Apple platforms give every thread but the main one: 512 KiB.
package func onSmallStack<Output: Sendable>(_ work: @escaping @Sendable () -> Output) async -> Output {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: work()) }
        thread.stackSize = 512 << 10
        thread.start()
    }
}
