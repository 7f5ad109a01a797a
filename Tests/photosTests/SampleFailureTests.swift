import Foundation
import Talyn
import Testing

@testable import photos

struct SampleFailureTests {
    /// Each failure with its error in the report and the beginning of its timeline.
    @Test(arguments: [
        ("offline", ".internetConnection(URLError -1009)", "offline"),
        ("lost", ".internetConnection(URLError -1005)", "connectionLost"),
        ("timeout", ".requestTimeout(URLError -1001)", "timeout"),
        ("401", #".restError(status 401, statusCode: 401, errorCode: "98")"#, "401"),
        ("500", ".restError(status 500, statusCode: 500, errorCode: nil)", "500"),
        ("html", #".decoding(the body begins with "<" and looks like HTML or XML, not JSON)"#, "200"),
        ("empty", ".empty", "200"),
        ("baddata", ".decoding(items[0].media: expected object, found null)", "200"),
    ])
    func failureBecomesItsErrorWithItsTimeline(name: String, error: String, timeline: String) async {
        let terminal = Terminal()
        #expect(await terminal.run("--fail", name) == 1)
        #expect(terminal.out == "")
        #expect(terminal.report.first == "photos: no photos, because the call failed.")
        #expect(terminal.report.contains("  error     \(error)"))
        #expect(terminal.report.contains { $0.hasPrefix("  timeline  stub · attempt 1: \(timeline) in ") })
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

    @Test func reportNamesCategoryAndAdvice() async {
        let terminal = Terminal()
        _ = await terminal.run("--fail", "401")
        #expect(
            terminal.report.filter { !$0.hasPrefix("  timeline") } == [
                "photos: no photos, because the call failed.",
                #"  error     .restError(status 401, statusCode: 401, errorCode: "98")"#,
                "  category  status",
                "  advice    The public feed needs no credentials: check the address, or a proxy on the way.",
            ])
    }

    @Test func everyFailureIsTested() {
        #expect(
            SampleFailure.allCases.map(\.rawValue)
                == ["offline", "lost", "timeout", "cancelled", "401", "500", "html", "empty", "baddata"])
    }
}
