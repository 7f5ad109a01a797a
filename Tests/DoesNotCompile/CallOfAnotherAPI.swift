// expect: 'Call<Flickr, String>'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

enum Flickr: RoutedTarget {
    case motto
    var baseURL: URL { URL(string: "https://api.flickr.com")! }
    var route: Route { .get("motto") }
}

func call(_ github: Provider<GitHub>) async throws {
    let motto = Call<Flickr, String>(.motto)
    _ = try await github.call(motto)
}
