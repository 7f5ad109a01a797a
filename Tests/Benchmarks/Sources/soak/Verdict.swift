import Foundation

/// What was found wrong.
struct Verdict {
    private var faults: [String] = []

    /// Notes a fault unless the condition holds.
    mutating func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
        if condition { return }
        faults.append(fault())
        print("FAULT: \(fault())")
    }

    /// Says how it was and ends the process accordingly.
    func end() -> Never {
        print(faults.isEmpty ? "\nThe soak passed." : "\nThe soak FAILED:")
        for fault in faults { print("  \(fault)") }
        exit(faults.isEmpty ? 0 : 1)
    }
}
