import Talyn
import Testing

@testable import TalynStores

@Suite struct CacheControlTests {
    private func read(_ text: String) -> CacheControl { CacheControl(["Cache-Control": text]) }

    @Test(
        arguments: [
            ("max-age=60", 60), ("MAX-AGE=060", 60), ("max-age=\"60\"", 60), ("max-age=60, max-age=1", 60),
            ("public,max-age=60", 60), ("a=\"max-age=5\", max-age=60", 60), ("max-age=60.5", 0), ("max-age=-1", 0),
            ("max-age", 0), ("max-age='60'", 0), ("max-age=99999999999999999999", 2_147_483_648), (", ,max-age=7,", 7),
            ("a=\"b, max-age=5", nil), ("s-maxage=5", nil), ("max-age =60", 0),
        ] as [(String, Double?)])
    func maxAgeIsReadAsRFC9111Says(text: String, seconds: Double?) { #expect(read(text).maxAge == seconds) }

    @Test(
        arguments: [
            "max-age=60;no-store", "max-age=60; no-store", "max-age=60 ; no-store", "public;max-age=60;no-store",
            "no-store;max-age=60", "max-age=\"60\";no-store", "a=\"b;c\";no-store;max-age=60", ";no-store,max-age=60",
        ])
    func aSemicolonSeparatesDirectivesToo(text: String) {
        #expect(read(text).noStore && read(text).maxAge == 60)
    }

    @Test func aQuotedSemicolonSeparatesNothing() { #expect(!read("a=\"b;no-store\", max-age=60").noStore) }

    @Test func directivesHaveNoCaseAndNoOrder() {
        let control = read("No-Store, PRIVATE, immutable, must-understand, stale-if-error=5, no-cache=\"A, b\"")
        #expect(control.noStore && control.isPrivate && control.isImmutable && control.mustUnderstand)
        #expect(control.staleIfError == 5 && control.uncachedFields == ["A", "b"] && !control.noCache)
        #expect(read("max-stale").maxStale == .infinity && read("max-stale=3").maxStale == 3)
        #expect(CacheControl(ofRequest: ["Pragma": "no-cache"])?.noCache == true)
        #expect(CacheControl(ofRequest: ["pragma": "no-cache", "Cache-Control": "max-age=1"])?.noCache == false)
        #expect(
            CacheControl(ofRequest: ["Accept": "text/html"]) == nil && !CacheControl(["Pragma": "no-cache"]).noCache)
    }
}
