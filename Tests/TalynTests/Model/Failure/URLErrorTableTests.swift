import Foundation
import Testing

@testable import Talyn

extension URLErrorTable {
    /// Every code with a row.
    static var codes: [Int] { (-4000...0).filter { row($0) != nil } }
}

struct URLErrorTableTests {
    #if canImport(FoundationNetworking)
    // On Apple platforms the code is a struct and accepts every number; on Linux it is an enum.
    @Test func everyCodeThatFoundationKnowsHasARow() {
        let known = (1...4000).compactMap { URLError.Code(rawValue: -$0)?.rawValue }
        #expect(known.count >= 40)
        #expect(known.filter { URLErrorTable.row($0) == nil } == [])
    }

    @Test func theArticleOnErrorsListsEachCodeWithItsCategory() throws {
        let categories = Set(URLErrorTable.codes.compactMap(URLErrorTable.row).map(\.rawValue))
        var listed: [String: [String]] = [:]
        for line in DocumentationTests.file("Sources/Talyn/Talyn.docc/Errors.md").text.split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.split(separator: "`", omittingEmptySubsequences: false) }
            guard cells.count == 2, cells[0].count == 3, categories.contains(String(cells[0][1])) else { continue }
            listed[String(cells[0][1]), default: []] += cells[1].enumerated().filter { $0.offset % 2 == 1 }
                .map { String($0.element) }
        }
        // Every other code.
        #expect(listed.removeValue(forKey: "other") == [])
        let codes = (1...4000).compactMap { URLError.Code(rawValue: -$0) }
        for code in codes where URLErrorTable.category(of: code) != .other {
            let rows = listed.filter { _, names in
                names.contains { $0.last == "…" ? "\(code)".hasPrefix($0.dropLast()) : "\(code)" == $0 }
            }
            #expect(Array(rows.keys) == [URLErrorTable.category(of: code).rawValue], "\(code)")
        }
    }
    #endif

    @Test func everyRowIsOfACodeThatExists() {
        #expect(URLErrorTable.codes.filter { (URLError.Code(rawValue: $0) as URLError.Code?) == nil } == [])
    }

    @Test(
        arguments: [
            (.notConnectedToInternet, .offline), (.dataNotAllowed, .offline), (.internationalRoamingOff, .offline),
            (.callIsActive, .offline), (.networkConnectionLost, .connectionLost), (.timedOut, .timeout),
            (.cannotFindHost, .dns), (.dnsLookupFailed, .dns), (.cannotConnectToHost, .connect),
            (.secureConnectionFailed, .tls), (.serverCertificateUntrusted, .tls), (.clientCertificateRequired, .tls),
            (.cancelled, .aborted), (.badURL, .invalidRequest), (.unsupportedURL, .invalidRequest),
            (.httpTooManyRedirects, .redirect), (.redirectToNonExistentLocation, .redirect),
            (.badServerResponse, .badResponse), (.cannotParseResponse, .badResponse),
            (.userAuthenticationRequired, .authentication), (.cannotWriteToFile, .file),
            (.dataLengthExceedsMaximum, .tooLarge), (.unknown, .other),
        ] as [(URLError.Code, ErrorCategory)])
    func aCodeHasItsCategory(code: URLError.Code, category: ErrorCategory) {
        #expect(URLErrorTable.category(of: code) == category)
        #expect(RequestError(.transport(URLError(code))).category == category)
    }

    @Test func onlyTheCodesThatSayTheServerIsOutOfReachAreConnectivity() {
        let codes: [URLError.Code] = [
            .notConnectedToInternet, .networkConnectionLost, .dataNotAllowed, .internationalRoamingOff, .callIsActive,
            .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .secureConnectionFailed,
        ]
        let found = URLErrorTable.codes.compactMap { URLError.Code(rawValue: $0) as URLError.Code? }
            .filter(URLErrorTable.isConnectivity).map(\.rawValue)
        #expect(Set(found) == Set(codes.map(\.rawValue)))
        #expect(codes.allSatisfy(URLErrorTable.isConnectivity))
        #expect(!URLErrorTable.isConnectivity(.timedOut))
        #expect(!URLErrorTable.isConnectivity(.cancelled))
    }

    @Test func onlyTheDevicesSideIsNoNetwork() {
        let found = URLErrorTable.codes.compactMap { URLError.Code(rawValue: $0) as URLError.Code? }
            .filter(URLErrorTable.isNoNetwork).map(\.rawValue)
        #expect(Set(found) == [-1009, -1018, -1020])
    }

    @Test func anErrorLosesTheURLItCarriesAndKeepsItsText() throws {
        let url = try #require(URL(string: "https://a.example/?token=hunter2"))
        let error = URLError(
            .timedOut,
            userInfo: [
                NSURLErrorFailingURLErrorKey: url, "NSErrorFailingURLStringKey": url.absoluteString,
                NSLocalizedDescriptionKey: "too late",
            ])
        #expect(error.withoutURL.localizedDescription == "too late")
        #expect(error.withoutURL.failingURL == nil)
        #expect(!printedText(of: RequestError(.transport(error))).contains("hunter"))
    }
}
