import Foundation
import Talyn
import Testing

@testable import TalynStores

@Suite struct MemoryCacheStoreTests {
    let store = MemoryCacheStore(limit: 10_000)
    // The proof of `!`: four parts.
    let variant = CacheVariant("d-~-~~-")!

    private func put(_ size: Int, _ url: String, _ text: String = "d-~-~~-") async throws {
        let head = StoredHead(
            variant: CacheVariant(text) ?? variant, statusCode: 200, headers: [:], requestedAt: Date(),
            receivedAt: Date())
        guard let writer = store.begin(head, for: url, length: Int64(size)) else { return }
        guard try await writer.append(Data(count: size)) else { return }
        try await writer.commit { true }
    }

    private func isStored(_ url: String) -> Bool { !store.responses(for: url, where: { _ in true }).isEmpty }

    @Test func theLeastRecentlyUsedResponseGoes() async throws {
        for index in 0..<8 { try await put(800, "\(index)") }
        #expect(isStored("0"))
        for index in 8..<11 { try await put(800, "\(index)") }
        #expect(isStored("0") && !isStored("1") && !isStored("2") && isStored("10"))
        #expect(store.size <= 10_000)
    }

    @Test func manyUsesLeaveMemoryAndOrderAsTheyAre() async throws {
        for index in 0..<5 { try await put(800, "\(index)") }
        for _ in 0..<10_000 { _ = isStored("3") }
        for index in 10..<16 { try await put(800, "\(index)") }
        #expect(isStored("3") && !isStored("0"))
        for _ in 0..<1_000 { try await put(800, "\(Int.random(in: 0..<100))") }
        #expect(store.size <= 10_000 && store.count <= 8)
    }

    @Test func oneVariantOrAllAreRemoved() async throws {
        try await put(10, "a", "d-~-~a~1")
        try await put(10, "a", "d-~-~a~2")
        store.remove(CacheVariant("d-~-~a~1"), for: "a")
        #expect(store.responses(for: "a", where: { _ in true }).map(\.head.variant.description) == ["d-~-~a~2"])
        store.remove(nil, for: "a")
        #expect(store.count == 0 && store.size == 0)
    }

    @Test func responsesAreRemovedByTheirHeads() async throws {
        for index in 0..<6 { try await put(10, "\(index)", "d-~-~a~\(index % 2)") }
        store.remove { [store] head in
            // The closure may use the store.
            store.count == 6 && head.variant.description.hasSuffix("1")
        }
        #expect(store.count == 3 && isStored("0") && !isStored("1"))
        store.remove { _ in true }
        #expect(store.count == 0 && store.size == 0)
    }

    @Test func aLargeResponseIsNotStored() async throws {
        try await put(2_000, "a")
        #expect(!isStored("a"))
    }

    @Test(arguments: ["", "a", "a~b~c", "a~b~c~d~e", String(repeating: "a", count: 300) + "~~~"])
    func anotherTextIsNoVariant(text: String) { #expect(CacheVariant(text) == nil) }
}
