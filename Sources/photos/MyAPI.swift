import Foundation
import Talyn

/// Flickr's public feeds: the API of this demo, in Moya's form, one property an aspect.
enum MyAPI: TargetType {
    /// The newest public photos that carry some tags.
    case getPhotos(PhotoRequest)

    // A literal with a scheme and a host is always a URL.
    static let host = URL(string: "https://api.flickr.com/")!

    var baseURL: URL { Self.host }

    var path: URLPath {
        switch self {
        case .getPhotos: "services/feeds/photos_public.gne"
        }
    }

    var method: HTTPMethod { .get }

    var task: HTTPTask {
        switch self {
        case .getPhotos(let request): .query(encoding: request)
        }
    }

    var headers: HTTPHeaders { [:] }

    /// Somebody sits at the terminal and waits.
    static let patience = Duration.seconds(10)

    var timeout: Duration? { Self.patience }

    /// Flickr escapes apostrophes (`\'`), which JSON does not know: every decoder would refuse the whole feed.
    var bodyTransformers: [BodyTransformer] { [.repairingJSONEscapes] }
}

extension Provider where Target == MyAPI {
    /// What answers where no network is wanted, in previews say: a recorded feed.
    static var recorded: Provider {
        .stubbed { target in
            switch target {
            case .getPhotos: .json(SampleFeed.json)
            }
        }
    }
}

extension Call where Target == MyAPI, Value == Photo {
    /// The newest public photos that carry some tags.
    static func photos(_ request: PhotoRequest) -> Self { Self(.getPhotos(request)) }
}
