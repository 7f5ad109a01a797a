import Foundation

/// libFuzzer as a function, because SwiftPM generates the program's main function.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["TALYN_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        fatalError("TALYN_FUZZ_TARGET is none of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    }
    return target
}()

/// `Fuzz` with the arguments of libFuzzer. `Fuzz --targets` prints all names, `Fuzz --seeds <folder>` writes the seeds
/// of one target.
@main
private struct EntryPoint {
    static func main() throws {
        let words = CommandLine.arguments
        if words.dropFirst().first == "--targets" { return print(FuzzTarget.all.map(\.name).joined(separator: "\n")) }
        if words.count == 3, words[1] == "--seeds" {
            for (index, seed) in chosen.seeds.enumerated() {
                try Data(seed).write(to: URL(fileURLWithPath: words[2]).appendingPathComponent("seed-\(index)"))
            }
            return
        }
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { start, count in
                chosen.check(FuzzInput(bytes: Array(UnsafeBufferPointer(start: start, count: count))))
                return 0
            })
    }
}
