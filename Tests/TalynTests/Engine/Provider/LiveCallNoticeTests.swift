import Foundation
import Testing

@testable import Talyn

struct LiveCallNoticeTests {
    private let trace = Trace()
    private let context = CallContext(target: GitHub.user(canary))

    private func call(_ notice: LiveCallNotice, _ url: String, over transport: any Transport = PlatformTransport.shared)
        throws
    {
        notice.call(Endpoint(url: try #require(URL(string: url))), over: transport, context)
    }

    @Test(arguments: [PlatformTransport.shared, URLSessionTransport.shared] as [any Transport])
    func aLiveCallOfATestIsSaidOnceWithItsPlaceAndNoValue(_ transport: any Transport) throws {
        let notice = LiveCallNotice(write: trace.write)
        for _ in 0..<3 { try call(notice, "https://api.github.com/users/\(canary)?q=\(canary)", over: transport) }
        #expect(trace.lines.count == 1)
        let line = try #require(trace.lines.first)
        #expect(line.contains("GitHub.user, GET https://api.github.com/…?q at "))
        #expect(line.contains("LiveCallNoticeTests.swift:") && !line.contains(canary))
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/a", "http://127.8.9.1/", "http://localhost/", "https://LOCALHOST:1/", "http://[::1]:80/",
        "http://api.localhost/",
    ])
    func theMachineItselfIsNoLiveHost(_ url: String) throws {
        let notice = LiveCallNotice(write: trace.write)
        try call(notice, url)
        #expect(trace.lines.isEmpty)
        try call(notice, "http://127.0.0.1.example/")
        #expect(trace.lines.count == 1)
    }

    @Test func otherTransportsAreTheTestsOwn() throws {
        for transport in [StubTransport(), ChaosTransport(over: PlatformTransport.shared, seed: 1)] as [any Transport] {
            try call(LiveCallNotice(write: trace.write), "https://api.github.com/", over: transport)
        }
        #expect(trace.lines.isEmpty)
    }

    @Test func thisProcessRunsTests() { #expect(LiveCallNotice.ofTests != nil) }
}
