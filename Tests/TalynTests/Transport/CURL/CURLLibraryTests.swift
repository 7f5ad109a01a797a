#if os(Linux)
import Testing

@testable import Talyn

@Suite struct CURLLibraryTests {
    @Test(
        arguments: [
            (0x00_00_00, [.refusal]),
            (0x07_44_00, [.refusal]),
            (0x07_48_01, [.refusal]),
            (0x07_49_00, [.onlyHTTP11, .newConnections]),
            (0x07_4F_01, [.onlyHTTP11, .newConnections]),
            (0x07_50_00, [.onlyHTTP11]),
            (0x07_53_01, [.onlyHTTP11]),
            (0x07_54_00, [.onlyHTTP11, .newHandles]),
            (0x07_58_01, [.onlyHTTP11, .newHandles]),
            (0x08_00_01, [.onlyHTTP11, .newHandles]),
            (0x08_01_00, [.onlyHTTP11]),
            (0x08_04_00, [.onlyHTTP11]),
            (0x08_05_00, [.distrustedResends, .noIdentityBesideChunks]),
            (0x08_06_00, [.distrustedResends, .noIdentityBesideChunks]),
            (0x08_07_00, [.noIdentityBesideChunks]),
            (0x08_0D_00, [.noIdentityBesideChunks]),
            (0x08_0E_00, []),
            (0x08_16_00, []),
        ] as [(UInt32, [CURLGuard])])
    func aVersionHasTheGuardsThatItsFaultsNeed(version: UInt32, guards: [CURLGuard]) {
        #expect(CURLGuard.allCases.filter { $0.versions.contains(version) } == guards)
    }

    @Test func theGuardsAreThoseOfTheLibraryOfTheProcess() {
        #expect(CURLLibrary.isAvailable == (CURLLibrary.version >= 0x07_49_00))
        for row in CURLGuard.allCases { #expect(row.isNeeded == row.versions.contains(CURLLibrary.version)) }
        #expect((CURLGuard.http2Refusal == nil) == !CURLGuard.onlyHTTP11.isNeeded)
    }
}
#endif
