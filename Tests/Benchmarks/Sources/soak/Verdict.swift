import Foundation

/// The faults that were found.
struct Verdict {
    private var faults: [String] = []

    /// Adds a fault if the condition is false.
    mutating func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
        if condition { return }
        faults.append(fault())
        print("FAULT: \(fault())")
    }

    /// Prints the result and ends the process with its exit status.
    func end() -> Never {
        print(faults.isEmpty ? "\nThe soak passed." : "\nThe soak FAILED:")
        for fault in faults { print("  \(fault)") }
        exit(faults.isEmpty ? 0 : 1)
    }
}
