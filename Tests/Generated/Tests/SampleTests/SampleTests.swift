import Talyn
import TalynStubs
import Testing

@testable import Features
@testable import Petstore
@testable import PetstoreExpanded
@testable import TicTacToe
@testable import USPTO

/// Each call of each golden client decodes its own sample.
struct SampleTests {
    @Test func callsOfPetstoreHaveSamples() async throws {
        let api = Provider<Petstore>(stubbing: .immediate)
        #expect(try await api.call(.listPets(limit: 1)).count == 1)
        try await api.call(.createPets(.init(id: 1, name: "n")))
        _ = try await api.call(.showPetByID(petID: "1"))
    }

    @Test func callsOfPetstoreExpandedHaveSamples() async throws {
        let api = Provider<PetstoreExpanded>(stubbing: .immediate)
        #expect(try await api.call(.findPets()).count == 1)
        _ = try await api.call(.addPet(.init(name: "n")))
        _ = try await api.call(.findPetByID(id: 1))
        try await api.call(.deletePet(id: 1))
    }

    @Test func callsOfUSPTOHaveSamples() async throws {
        let api = Provider<USPTO>(stubbing: .immediate)
        #expect(try await api.call(.listDataSets()).apis?.count == 2)
        #expect(try await api.call(.listSearchableFields(dataset: "d", version: "v")) == "text")
        #expect(try await api.call(.performSearch(dataset: "d", version: "v")).count == 1)
    }

    @Test func callsOfTicTacToeHaveSamples() async throws {
        let api = Provider<TicTacToe>(stubbing: .immediate)
        _ = try await api.call(.getBoard())
        _ = try await api.call(.getSquare(row: 1, column: 1))
        _ = try await api.call(.putSquare(row: 1, column: 1, .x))
    }

    @Test func callsOfFeaturesWithoutAnAnswerHaveSamples() async throws {
        let api = Provider<Features>(stubbing: .immediate)
        let calls: [Call<Features, Void>] = [
            .lists(), .objects(page: .init(size: 1)), .headersOperation(xTrace: "", xNumbers: []),
            .paths(
                text: "a", int: 1, long: 1, number: 1, flag: true, uuid: "u", day: .init(rawValue: "2026-01-31"),
                moment: Date(timeIntervalSince1970: 0), color: .red, size: .value1, list: [1]),
            .segments(name: "a", extension: "b", version: 1), .search(q: ""), .sendForm(.init(name: "", amount: 1)),
            .upload(
                .init(
                    file: .init(data: Data(), name: "a"), title: "",
                    details: .init(takenAt: Date(timeIntervalSince1970: 0)))), .putNote(body: ""),
            .putBlob(body: Data()), .sendOptional(), .deleteThing(id: 1), .renewThing(id: 1), .getPublic(), .getKeyed(),
            .getKeyedByQuery(), .getBasic(), .postNamesWithoutIDByID(id: "1"),
        ]
        for call in calls { try await api.call(call) }
    }

    @Test func callsOfFeaturesWithAnAnswerHaveSamples() async throws {
        let api = Provider<Features>(stubbing: .immediate)
        _ = try await api.call(.changeProfile(.init()))
        _ = try await api.call(.setProfile(.init(name: "")))
        _ = try await api.call(.sendAnything(body: [:]))
        #expect(try await api.call(.sendEvent(.init(at: Date(timeIntervalSince1970: 0)))).kind == .event)
        _ = try await api.call(.sendTree(.init(value: 1)))
        _ = try await api.call(.setSettings(.init(theme: "")))
        _ = try await api.call(.getThing(id: 1))
        #expect(try await api.call(.startJob()) != .noContent)
        #expect(try await api.call(.getMaybe()) != nil)
        #expect(try await api.call(.getMaybeText()) == "text")
        #expect(try await api.call(.getNullOrThing()) != nil)
        #expect(try await api.call(.getJSONText()) == "text")
        #expect(try await api.call(.getJSONName()) == "text")
        #expect(try await api.call(.getJSONNullText()) == "text")
        #expect(try await api.call(.getJSONBytes()) == Data([0, 1, 2]))
        _ = try await api.call(.getJSONDate())
        _ = try await api.call(.getJSONNumber())
        #expect(try await api.call(.getColor()) == .red)
        _ = try await api.call(.getPlain())
        _ = try await api.call(.getBytes())
        _ = try await api.call(.getTimes())
        _ = try await api.call(.default(in: "i", selfValue: "s", default: "d"))
        _ = try await api.call(.routeOperation())
        for try await _ in api.elements(of: .streamTicks()) {}
        for try await _ in api.elements(of: .streamLogs()) {}
    }

    @Test func theSampleOfAUnionIsOneOfItsVariants() async throws {
        let unions = try await Provider<Features>(stubbing: .immediate).call(.getUnions())
        if case .unknown = unions.discriminated { #expect(Bool(false), "the sample has no form of the document") }
        if case .unknown = unions.constant { #expect(Bool(false), "the sample has no method of the document") }
        if case .unknown = unions.keys { #expect(Bool(false), "the sample has no key of a variant") }
        if case .unknown = unions.tried { #expect(Bool(false), "the sample is no variant") }
    }

    @Test func valuesOfSamplesAreEncodedAsTheyWere() async throws {
        try await roundTrip(Petstore.self, .listPets(), JSONEncoder())
        try await roundTrip(PetstoreExpanded.self, .findPets(), JSONEncoder())
        try await roundTrip(USPTO.self, .listDataSets(), JSONEncoder())
        try await roundTrip(USPTO.self, .performSearch(dataset: "d", version: "v"), JSONEncoder())
        try await roundTrip(TicTacToe.self, .getBoard(), JSONEncoder())
        let encoder = Features.jsonEncoder
        try await roundTrip(Features.self, .setProfile(.init(name: "")), encoder)
        try await roundTrip(Features.self, .sendEvent(.init(at: Date(timeIntervalSince1970: 0))), encoder)
        try await roundTrip(Features.self, .sendTree(.init(value: 1)), encoder)
        try await roundTrip(Features.self, .setSettings(.init(theme: "")), encoder)
        try await roundTrip(Features.self, .getThing(id: 1), encoder)
        try await roundTrip(Features.self, .getUnions(), encoder)
        try await roundTrip(Features.self, .default(in: "i", selfValue: "s", default: "d"), encoder)
    }

    /// Compares the JSON of a sample with that of its value.
    private func roundTrip<Target: SampledTarget, Value: Codable>(
        _ type: Target.Type, _ call: Call<Target, Value>, _ encoder: JSONEncoder
    ) async throws {
        let api = Provider<Target>(stubbing: .immediate)
        let sample = try await api.request(call.target).json()
        let again = try JSONDecoder().decode(JSONValue.self, from: encoder.encode(await api.call(call)))
        #expect(again == sample)
    }

    /// The generator warns of the slash that is missing behind it.
    @Test func aPathOfASlashIsTheURLOfItsServer() throws {
        #expect(
            try Provider<USPTO>().endpoint(.listDataSets).url.absoluteString
                == "https://developer.uspto.gov/ds-api")
    }
}
