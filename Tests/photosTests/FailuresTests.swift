import Foundation
import Talyn
import Testing

@testable import photos

struct FailuresTests {
    /// What each failure becomes, the way the report writes it, and its timeline.
    @Test(arguments: [
        (
            "offline", ".internetConnection(URLError -1009: The Internet connection appears to be offline.)",
            "attempt 1: offline in 3 ms"
        ),
        (
            "lost", ".internetConnection(URLError -1005: The network connection was lost.)",
            "attempt 1: connectionLost in 1.2 s"
        ),
        ("timeout", ".requestTimeout(URLError -1001: no response within 10 s)", "attempt 1: timeout in 10 s"),
        ("401", #".restError(status 401, statusCode: 401, errorCode: "98")"#, "attempt 1: 401 in 180 ms"),
        ("500", ".restError(status 500, statusCode: 500, errorCode: nil)", "attempt 1: 500 in 420 ms"),
        (
            "html", #".decoding(the body begins with "<" and looks like HTML or XML, not JSON)"#,
            "attempt 1: 200 in 90 ms"
        ),
        ("empty", ".empty", "attempt 1: 200 in 150 ms"),
        ("baddata", ".decoding(items[0].media: expected object, found null)", "attempt 1: 200 in 210 ms"),
    ])
    func failureBecomesItsErrorWithItsTimeline(name: String, error: String, timeline: String) async {
        let terminal = Terminal()
        #expect(await terminal.run("--fail", name) == 1)
        #expect(terminal.out == "")
        #expect(terminal.report.first == "photos: no photos, because the call failed.")
        #expect(terminal.report.contains("  error     \(error)"))
        #expect(terminal.report.contains("  timeline  stub · \(timeline)"))
        #expect(terminal.report.last?.hasPrefix("  advice    ") == true)
    }

    @Test func cancelledIsATaskThatWasCancelledWhileItWaited() async {
        let terminal = Terminal()
        #expect(await terminal.run("--fail", "cancelled") == 1)
        #expect(terminal.report.contains("  error     .cancelled"))
        #expect(terminal.report.contains("  category  cancelled"))
        #expect(terminal.report.contains { $0.hasPrefix("  timeline  stub · attempt 1: cancelled in ") })
        #expect(!Task.isCancelled)
    }

    @Test func reportNamesCategoryStatusAndCode() async {
        let terminal = Terminal()
        _ = await terminal.run("--fail", "401")
        #expect(
            terminal.report == [
                "photos: no photos, because the call failed.",
                #"  error     .restError(status 401, statusCode: 401, errorCode: "98")"#,
                "  category  status",
                "  status    401",
                "  code      98",
                "  timeline  stub · attempt 1: 401 in 180 ms",
                "  advice    The public feed needs no credentials: check the address, or a proxy on the way.",
            ])
    }

    @Test func everyFailureIsTested() {
        #expect(
            Arguments.Failure.allCases.map(\.rawValue)
                == ["offline", "lost", "timeout", "cancelled", "401", "500", "html", "empty", "baddata"])
    }

    @Test func callThatIsNeverSentIsNotWaitedFor() async {
        #expect(await givingUp { _ in Task.isCancelled } == false)
    }

    @Test func skippingClockIsAtTheSleepersEndAtOnce() async throws {
        let clock = SkippingClock()
        let start = clock.now
        try await clock.sleep(for: .seconds(3600))
        try await clock.sleep(until: start)
        #expect(start.duration(to: clock.now) == .seconds(3600))
    }
}
