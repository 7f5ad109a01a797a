import Talyn
import TalynTesting
import Testing

@testable import TalynConformance

/// A correct transport with one behaviour changed.
struct WrongTransport: Transport {
    typealias Right = @Sendable (Endpoint, CallContext) async throws -> Response

    let answer: @Sendable (Endpoint, CallContext, @escaping Right) async throws -> Response

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await answer(endpoint, context) { try await URLSessionTransport.shared.send($0, context: $1) }
    }
}

/// Each of these transports breaks one rule, and the check must find it.
@Suite(.timeLimit(.minutes(5))) struct TransportScenarioWrongTransportsTests {
    /// The findings of one scenario, by its name.
    private func findings(
        _ name: String, patience: Duration = .seconds(90), over transport: WrongTransport
    ) async throws -> [String] {
        let scenario = try #require(TransportScenario.all.first { $0.name == name })
        return await scenario.check(over: transport, patience: patience)
    }

    @Test func theRightOneIsFoundRight() async throws {
        let transport = WrongTransport { endpoint, context, right in try await right(endpoint, context) }
        for name in ["a 200 brings its body", "a 302 of POST leads to otherPort", "a head that never comes times out"] {
            #expect(try await findings(name, over: transport) == [])
        }
    }

    @Test func oneThatFollowsRedirectsIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            let response = try await right(endpoint, context)
            guard response.statusCode == 302, let location = response.headers["Location"],
                let url = URL(string: location)
            else { return response }
            return try await right(Endpoint(url: url, headers: endpoint.headers), context)
        }
        let findings = try await findings("a 302 of GET leads to otherPort", over: transport)
        #expect(findings.contains { $0.hasPrefix("hooks: ") && $0.contains("\"didReceive 200\"") })
        #expect(
            findings.contains { $0.hasPrefix("requests: ") && $0.contains("otherPort/b [Authorization: Bearer secret") }
        )
    }

    @Test func oneThatDropsHeadersIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            var endpoint = endpoint
            endpoint.headers["X-Kept"] = nil
            return try await right(endpoint, context)
        }
        let findings = try await findings("headers are sent as they are", over: transport)
        #expect(findings.count == 1 && findings[0].hasPrefix("requests: "))
    }

    @Test func oneThatSwallowsBodiesIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            let response = try await right(endpoint, context)
            return Response(statusCode: response.statusCode, headers: response.headers, endpoint: endpoint)
        }
        let findings = try await findings("a 404 keeps its body", over: transport)
        #expect(findings.map { $0.prefix { $0 != ":" } } == ["ends", "as a file", "as a stream"])
    }

    @Test func oneThatSwallowsBodiesOfRequestsIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            var endpoint = endpoint
            endpoint.body = .none
            return try await right(endpoint, context)
        }
        let findings = try await findings("PUT sends its body from a file", over: transport)
        #expect(findings.count == 1 && findings[0].hasPrefix("requests: "))
    }

    @Test func oneThatMakesOneCallAtATimeIsFoundOut() async throws {
        let isWaiting = Locked(false)
        let transport = WrongTransport { endpoint, context, right in
            guard "home\(endpoint.url.path)" != TransportScenario.heldAddress else {
                isWaiting.withLock { $0 = true }
                return try await right(endpoint, context)
            }
            // Instead of waiting, so that the test need not.
            guard !isWaiting.withLock({ $0 }) else { throw URLError(.networkConnectionLost) }
            return try await right(endpoint, context)
        }
        let findings = try await findings("a call is answered while another waits for its head", over: transport)
        #expect(findings.contains { $0.hasPrefix("ends: [\"failure connectionLost") })
    }

    @Test func oneThatDoesNotCodeBodiesIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            var endpoint = endpoint
            endpoint.options.contentCoding = .identity
            return try await right(endpoint, context)
        }
        for name in ["a body in memory is sent in gzip", "a form is sent in gzip"] {
            let findings = try await findings(name, over: transport)
            #expect(findings.contains { $0.hasPrefix("ends: [\"failure status 415") })
        }
    }

    @Test func oneThatGivesErrorsAnotherMeaningIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            do { return try await right(endpoint, context) } catch { throw URLError(.badServerResponse) }
        }
        let findings = try await findings("a connection that is reset before the head is lost", over: transport)
        #expect(findings.contains { $0.hasPrefix("ends: [\"failure badResponse -1011\"]") })
        #expect(findings.contains { $0.hasPrefix("hooks: ") } && findings.contains { $0.hasPrefix("timeline: ") })
    }

    @Test func oneThatJudgesTheStatusIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            let response = try await right(endpoint, context)
            guard response.statusCode < 400 else { throw URLError(.badServerResponse) }
            return response
        }
        #expect(try await findings("a 500 keeps its body", over: transport).isEmpty == false)
    }

    @Test func oneThatTriesAgainIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            do { return try await right(endpoint, context) } catch { return try await right(endpoint, context) }
        }
        let findings = try await findings("a call that is lost is not in the way of the next one", over: transport)
        #expect(findings.contains { $0.hasPrefix("ends: ") })
    }

    @Test func oneThatDeliversInAnotherFormIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in try await right(endpoint, CallContext()) }
        let findings = try await findings("a 200 brings its body", over: transport)
        #expect(findings.map { $0.prefix { $0 != ":" } } == ["as a file", "as a stream"])
    }

    @Test func oneThatKeepsNoTimesIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            var endpoint = endpoint
            endpoint.options.timeout = .seconds(3600)
            return try await right(endpoint, context)
        }
        let name = "a head that never comes times out"
        let findings = try await findings(name, patience: .milliseconds(300), over: transport)
        #expect(findings.contains { $0.hasPrefix("ends: [\"did not end in 0.3 seconds\"]") })
    }

    @Test func oneThatNeverEndsIsFoundOutAndLeftBehind() async throws {
        let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
        let transport = WrongTransport { _, _, _ in
            // Ignores cancellation.
            await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
            throw URLError(.unknown)
        }
        let findings = try await findings("a 200 brings its body", patience: .milliseconds(100), over: transport)
        #expect(findings.contains { $0.hasPrefix("ends: [\"did not end in 0.1 seconds\"]") })
        for continuation in waiting.withLock({ $0 }) { continuation.resume() }
    }

    @Test func oneThatDoesNotStopIsFoundOut() async throws {
        let transport = WrongTransport { endpoint, context, right in
            let work = Task { try await right(endpoint, context) }
            let (over, end) = AsyncStream.makeStream(of: Void.self)
            return try await withTaskCancellationHandler {
                Task {
                    _ = await work.result
                    end.finish()
                }
                for await _ in over {}
                try Task.checkCancellation()
                return try await work.value
            } onCancel: {
                end.finish()
            }
        }
        let name = "a call may be cancelled before the head comes"
        let findings = try await findings(name, patience: .seconds(1), over: transport)
        #expect(findings.contains { $0.hasPrefix("notes: [\"the client stayed\"]") })
    }
}
