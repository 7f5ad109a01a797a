import Talyn
import TalynStubs
import Testing

struct PetstoreTests {
    @Test func firstCall() async throws {
        try await withStubs(StubTransport { _ in .json("[]") }) {
            let petstore = Provider<Petstore>()
            let sold = try await petstore.call(.listPets(status: .sold))
            print(sold.map(\.name))
            do throws(Petstore.Failure) {
                try await petstore.call(.addPet(Petstore.Pet(id: 2, name: "Otis")))
            } catch {
                switch error {
                case .problem(let problem, _): print(problem.title)
                case .other(let error): print(error)
                case .cancelled: break
                }
            }
        }
    }

    @Test func samplesAnswer() async throws {
        let petstore = Provider<Petstore>(stubbing: .immediate)
        let pets = try await petstore.call(.listPets())
        #expect(pets == [Petstore.Pet(id: 1, name: "Milo", status: .sold)])
    }

    @Test func petWithoutANameHasAProblem() async throws {
        let stubs = StubTransport { _ in .json(#"{"title": "The name is empty."}"#, status: 422) }
        let petstore = Provider<Petstore>(transport: stubs)
        do throws(Petstore.Failure) {
            try await petstore.call(.addPet(Petstore.Pet(id: 2, name: "")))
            Issue.record("the call succeeds")
        } catch {
            guard case .problem(let problem, _) = error else { throw error }
            #expect(problem.title == "The name is empty.")
        }
    }
}
