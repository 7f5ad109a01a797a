import Foundation
import Measure
import Subjects
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Suite {
    /// Calls to the server on loopback. Each number of calls in flight is a separate suite, so that only equal ones
    /// take turns.
    static var live: [Suite] {
        [
            live("1 in flight", calls: 200, inFlight: 1, connections: nil, .atLeast(1)),
            live("64 in flight", calls: 1024, inFlight: 64, connections: nil, .atLeast(0.95)),
            live("64 in flight, 64 connections", calls: 1024, inFlight: 64, connections: 64, .atLeast(0.95)),
        ]
    }

    private static func live(
        _ name: String, calls: Int, inFlight: Int, connections: Int?, _ budget: Row.Budget
    ) -> Suite {
        // One session each, kept for all rounds, as in an app.
        let plain = ByHand.plainSession(connections: connections)
        let session = ByHand.session(connections: connections)
        let shop = Provider<Shop>(
            transport: URLSessionTransport { configuration in
                if let connections { configuration.httpMaximumConnectionsPerHost = connections }
            })
        let raw = bare("URLSession.data(for:), \(name)", plain, calls, inFlight)
        let lean = bare("URLSession.data(for:) without stores, \(name)", session, calls, inFlight)
        let ours = Case("Talyn, \(name)", calls: calls, inFlight: inFlight) {
            .async {
                let response = try await shop.request(.repositories(of: "octocat", page: 1))
                guard response.data.count == Listing.json.count else { throw WrongAnswer() }
            }
        }
        return Suite(
            title: "Live, \(name)", rounds: 20, cases: [raw, lean, ours],
            plans: [
                .rate("live call, \(name): calls/s", of: ours.name, against: raw.name, budget),
                .rate("live call, \(name): calls/s", of: ours.name, against: lean.name, .none),
                .cpu("live call, \(name): CPU", of: ours.name, against: raw.name, .none),
                .cpu("live call, \(name): CPU", of: ours.name, against: lean.name, .none),
            ])
    }

    private static func bare(_ name: String, _ session: URLSession, _ calls: Int, _ inFlight: Int) -> Case {
        Case(name, calls: calls, inFlight: inFlight) {
            .async {
                let (data, _) = try await session.data(for: ByHand.request(login: "octocat", page: 1))
                guard data.count == Listing.json.count else { throw WrongAnswer() }
            }
        }
    }
}

/// The error of an unexpected response.
struct WrongAnswer: Error {}
