#if os(Linux)
import BareCURL
import Foundation
import FoundationNetworking
import Measure
import Subjects
import Talyn

extension Suite {
    /// Calls over `CURLTransport` beside bare libcurl in C and `URLSession.data(for:)`, over HTTP/1.1, and over TLS, with
    /// libcurl 8.5 or later by HTTP/2. The budgets are the transport's; the rows of a provider add what `Stubbed call`
    /// measures.
    static var curl: [Suite] {
        let one = Budgets(session: .atLeast(4), bare: .atLeast(0.3), cpu: .atMost(3))
        let many = Budgets(session: .atLeast(7), bare: .atLeast(0.8))
        let none = Budgets(session: .none, bare: .none)
        let alone = Budgets(session: .none, bare: .none, cpu: .atMost(3))
        return [
            curl("1 in flight, HTTP/1.1", calls: 1_000, inFlight: 1, one),
            curl("8 in flight, HTTP/1.1", calls: 4_000, inFlight: 8, none),
            curl("64 in flight, HTTP/1.1", calls: 8_192, inFlight: 64, many),
            curl("256 in flight, HTTP/1.1", calls: 8_192, inFlight: 256, none),
            curl("10,000 in flight, HTTP/1.1", calls: 20_000, inFlight: 10_000, none),
            curl("1 in flight, TLS", calls: 1_000, inFlight: 1, isSecure: true, alone),
            curl("64 in flight, TLS", calls: 8_192, inFlight: 64, isSecure: true, none),
            curl("256 in flight, TLS", calls: 8_192, inFlight: 256, isSecure: true, none),
        ]
    }

    private struct Budgets {
        let session: Row.Budget
        let bare: Row.Budget
        var cpu = Row.Budget.atMost(1.5)
    }

    private static func curl(
        _ name: String, calls: Int, inFlight: Int, isSecure: Bool = false, _ budgets: Budgets
    ) -> Suite {
        let host = isSecure ? Shop.secureHost : Shop.host
        let url = host.absoluteString + "/items/octocat/repos?page=1&per_page=50"
        let file = Shop.authorities
        var network = NetworkConfiguration()
        network.maxConnectionsPerHost = 256
        if isSecure { network.trust = .authorities(file: file) }
        // The proof of `try!`: the run script makes the file of authorities before it starts this.
        let transport = try! CURLTransport(network)
        let shop = Provider<Shop>(baseURL: host, transport: transport)
        let session = ByHand.plainSession(connections: 256)
        let plain = Case("URLSession.data(for:), \(name)", calls: max(calls / 8, inFlight), inFlight: inFlight) {
            .async {
                guard let url = URL(string: url) else { throw WrongAnswer() }
                let (data, _) = try await session.data(for: URLRequest(url: url))
                guard data.count == Listing.json.count else { throw WrongAnswer() }
            }
        }
        let bare = Case("libcurl in C, \(name)", calls: calls, inFlight: inFlight) {
            .batch { calls, inFlight in
                let right = bare_curl_get(url, isSecure ? file : nil, Int32(calls), Int32(inFlight), Listing.json.count)
                guard right == calls else { throw WrongAnswer() }
            }
        }
        // Making the endpoint is the provider's part; the URL is a constant in C, too.
        let endpoint = URL(string: url).map { Endpoint(url: $0) }
        let alone = Case("CURLTransport alone, \(name)", calls: calls, inFlight: inFlight) {
            .async {
                guard let endpoint else { throw WrongAnswer() }
                let response = try await transport.send(endpoint, context: CallContext())
                guard response.data.count == Listing.json.count else { throw WrongAnswer() }
            }
        }
        let ours = Case("Talyn over CURLTransport, \(name)", calls: calls, inFlight: inFlight) {
            .async {
                let response = try await shop.request(.repositories(of: "octocat", page: 1))
                guard response.data.count == Listing.json.count else { throw WrongAnswer() }
            }
        }
        // URLSession on Linux does not trust the server's certificate.
        let floors = isSecure ? [bare] : [plain, bare]
        let plans: [Suite.Plan] = [
            .rate("libcurl, \(name): calls/s", of: alone.name, against: plain.name, budgets.session),
            .rate("libcurl, \(name): calls/s", of: alone.name, against: bare.name, budgets.bare),
            .cpu("libcurl, \(name): CPU", of: alone.name, against: bare.name, budgets.cpu),
            .rate("libcurl, \(name): calls/s of a provider", of: ours.name, against: plain.name, .none),
            .rate("libcurl, \(name): calls/s of a provider", of: ours.name, against: bare.name, .none),
            .cpu("libcurl, \(name): CPU of a provider", of: ours.name, against: bare.name, .none),
            .cpu("libcurl, \(name): CPU of a provider", of: ours.name, against: plain.name, .none),
        ]
        return Suite(
            title: "libcurl, \(name)", rounds: 11, cases: floors + [alone, ours],
            plans: plans.filter { plan in floors.contains { $0.name == plan.floor } })
    }
}
#endif
