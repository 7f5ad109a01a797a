// expect: 'credentials(user:password:)' is unavailable: write '.credentials {
// expect: 'digest(user:password:)' is unavailable: write '.digest {
import Talyn
import TalynDigest

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

let basic = Provider<GitHub>(plugins: [.credentials(user: "ann", password: "secret")])
let digest = Provider<GitHub>(plugins: [.digest(user: "ann", password: "secret")])
