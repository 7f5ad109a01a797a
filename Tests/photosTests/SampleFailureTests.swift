import Foundation
import Talyn
import Testing

@testable import photos

struct SampleFailureTests {
    /// Each failure with its error in the report and the beginning of its timeline.
    @Test(arguments: [
        ("offline", "internetConnection: MyAPI.getPhotos: offline, URLError -1009", "offline"),
        ("lost", "internetConnection: MyAPI.getPhotos: connectionLost, URLError -1005", "connectionLost"),
        ("timeout", "requestTimeout: MyAPI.getPhotos: timeout, URLError -1001", "timeout"),
        ("401", "restError: MyAPI.getPhotos: status 401", "401"),
        ("500", "restError: MyAPI.getPhotos: status 500", "500"),
        (
            "html",
            "decoding: MyAPI.getPhotos: the body did not decode: "
                + "the body is not valid JSON: an unexpected character at line 1, column 1", "200"
        ),
        ("empty", "empty: MyAPI.getPhotos", "200"),
        (
            "baddata",
            "decoding: MyAPI.getPhotos: the body did not decode: items[0].media: expected object, found null", "200"
        ),
    ])
    func failureBecomesItsErrorWithItsTimeline(name: String, error: String, timeline: String) async {
        let terminal = Terminal()
        #expect(await terminal.run("--fail", name) == 1)
        #expect(terminal.out == [])
        #expect(terminal.report.first == "photos: no photos, because the call failed.")
        #expect(terminal.report.contains { $0.hasPrefix("  error: \(error)") })
        #expect(terminal.report.contains { $0.contains("(stub · attempt 1: \(timeline) in ") })
        #expect(terminal.report.last?.hasPrefix("  advice: ") == true)
    }

    @Test func cancelledIsATaskThatWasCancelled() async {
        let terminal = Terminal()
        #expect(await terminal.run("--fail", "cancelled") == 1)
        #expect(terminal.report.contains { $0.hasPrefix("  error: cancelled: MyAPI.getPhotos") })
        #expect(terminal.report.contains("  category: cancelled"))
        #expect(!Task.isCancelled)
    }

    @Test func reportNamesCodeCategoryAndAdvice() async {
        let terminal = Terminal()
        _ = await terminal.run("--fail", "401")
        #expect(
            terminal.report.filter { !$0.hasPrefix("  error") } == [
                "photos: no photos, because the call failed.",
                "  code: 98",
                "  category: status",
                "  advice: The public feed needs no credentials: check the address, or a proxy on the way.",
            ])
    }

    @Test func everyFailureIsTested() {
        #expect(
            SampleFailure.allCases.map(\.rawValue)
                == ["offline", "lost", "timeout", "cancelled", "401", "500", "html", "empty", "baddata"])
    }
}
