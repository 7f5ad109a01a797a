import Foundation
import Talyn
internal import TalynStubs

/// Flickr's public feeds: the API of this demo, in Moya's form, one property for each aspect.
enum MyAPI: TargetType {
    /// The newest public photos that carry some tags.
    case getPhotos(PhotoRequest)
    /// The picture of a photo, at the URL that the feed names.
    case getPicture(URL)

    // A literal with a scheme and a host is always a URL.
    static let host = URL(string: "https://api.flickr.com/")!

    var baseURL: URL { Self.host }

    var path: URLPath {
        switch self {
        case .getPhotos: "services/feeds/photos_public.gne"
        case .getPicture(let url): .absolute(url)
        }
    }

    var method: HTTPMethod { .get }

    var task: HTTPTask {
        switch self {
        case .getPhotos(let request): .query(encoding: request)
        case .getPicture: .plain
        }
    }

    var headers: HTTPHeaders { [:] }

    /// A sign-in page in place of a picture fails the call.
    var validation: Validation {
        switch self {
        case .getPhotos: .successCodes
        case .getPicture: .successCodes.contentType("image/*", "application/octet-stream")
        }
    }

    /// The longest silence of the server that a user at a terminal puts up with.
    static let patience = Duration.seconds(10)

    var timeout: Duration? { Self.patience }

    /// Flickr escapes apostrophes (`\'`), which JSON does not allow: without repair no decoder accepts the feed.
    var bodyTransformers: [BodyTransformer] {
        switch self {
        case .getPhotos: [.repairingJSONEscapes]
        case .getPicture: []
        }
    }
}

/// The query of ``MyAPI/getPhotos(_:)``: each property is a parameter.
struct PhotoRequest: Encodable, Equatable, Sendable {
    /// The tags, separated by commas.
    var tags = "landscape, portrait"
    /// `any`: photos with one of the tags; `all`: photos with every tag.
    var tagmode = "any"
    /// The form of the answer.
    var format = "json"
    /// `1` for plain JSON; without it Flickr wraps the feed in a call of a JavaScript function.
    var nojsoncallback = "1"
}

extension Call where Target == MyAPI, Value == Photo {
    /// The newest public photos that carry some tags.
    static func photos(_ request: PhotoRequest) -> Self { Self(.getPhotos(request)) }
}

extension Provider where Target == MyAPI {
    /// A provider that answers from a recorded feed, for previews and for this demo. Pictures arrive at the speed of a
    /// slow line, and resume as from a file server.
    static func recorded(clock: any Clock<Duration> = ContinuousClock()) -> Provider {
        .stubbed(clock: clock) { target in
            switch target {
            case .getPhotos: .json(SampleFeed.json)
            case .getPicture(let url):
                .data(SamplePicture.jpeg(for: url), contentType: "image/jpeg")
                    .servingRanges().throttled(bytesPerSecond: 50_000)
            }
        }
    }
}
