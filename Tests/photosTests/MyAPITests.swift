import Foundation
import Talyn
import TalynStubs
import Testing

@testable import photos

struct MyAPITests {
    @Test func photosAreAskedForAtFlickrsPublicFeed() throws {
        let endpoint = try Provider<MyAPI>().endpoint(.getPhotos(PhotoRequest()))
        #expect(endpoint.method == .get)
        #expect(
            endpoint.url.absoluteString
                == "https://api.flickr.com/services/feeds/photos_public.gne"
                + "?format=json&nojsoncallback=1&tagmode=any&tags=landscape%2C%20portrait")
        #expect(endpoint.body == .none)
        #expect(endpoint.options.timeout == .seconds(10))
    }

    @Test(arguments: [nil, URL(string: "http://127.0.0.1:9/v2")])
    func pictureIsAskedForAtItsOwnURL(baseURL: URL?) throws {
        let url = try #require(URL(string: "https://live.staticflickr.com/65535/1_m.jpg?a=b%20c"))
        let endpoint = try Provider<MyAPI>(baseURL: baseURL).endpoint(.getPicture(url))
        #expect(endpoint.method == .get && endpoint.url == url && endpoint.body == .none)
        #expect(endpoint.options.timeout == .seconds(10))
    }

    @Test func signInPageIsNoPicture() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("<!doctype html>", contentType: "text/html"))
        let picture = MyAPI.getPicture(try #require(URL(string: "https://live.staticflickr.com/65535/1_m.jpg")))
        let error = await #expect(throws: MyAPIError.self) {
            try await Provider<MyAPI>(transport: stubs).request(picture)
        }
        #expect(error?.requestError.category == .rejected)
    }

    @Test func sampleIsAWholeFeed() async throws {
        let feed = try await Provider<MyAPI>.recorded().call(.photos(PhotoRequest()))
        #expect(feed.title == "Recent Uploads tagged landscape or portrait")
        #expect(feed.items.count == 7)
        let fog = try #require(feed.items.first)
        #expect(fog.title == "Morning fog over the reservoir")
        #expect(fog.link == "https://www.flickr.com/photos/northlight/99000000101/")
        #expect(fog.media.m == "https://live.staticflickr.com/65535/99000000101_9fb998543b_m.jpg")
        #expect(fog.authorID == "900000001@N99")
        #expect(fog.tags == "landscape fog reservoir morning water")
    }

    @Test func sampleNeedsItsEscapesRepairedAsFlickrsFeedDoes() async throws {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Photo.self, from: Data(SampleFeed.json.utf8)) }
        let feed = try await Provider<MyAPI>.recorded().call(.photos(PhotoRequest()))
        #expect(feed.items[4].title == "It's the barley's last week, isn't it?")
        #expect(feed.items[6].title == #"C:\scans\'86 negatives\roll 3"#)
    }
}
