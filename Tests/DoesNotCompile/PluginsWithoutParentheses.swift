// expect: 'coalescing' is unavailable: write '.coalescing
// expect: 'userAgent' is unavailable: write '.userAgent
// expect: 'acceptLanguage' is unavailable: write '.acceptLanguage
// expect: 'headers' is unavailable: write '.headers
// expect: 'concurrencyLimit' is unavailable: write '.concurrencyLimit
// expect: 'metrics' is unavailable: write '.metrics
// expect: 'logEvents' is unavailable: write '.logEvents
// expect: 'activity' is unavailable: write '.activity
// expect: 'adapt' is unavailable: write '.adapt
// expect: 'accessToken' is unavailable: write '.accessToken
// expect: 'tokenRefresh' is unavailable: write '.tokenRefresh
// expect: 'credentials' is unavailable: write '.credentials
// expect: 'digest' is unavailable: write '.digest
// expect: 'cookies' is unavailable: write '.cookies
// expect: 'cache' is unavailable: write '.cache
import Talyn
import TalynDigest
import TalynStores

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

let coalescing = Provider<GitHub>(plugins: [.logger(), .coalescing])
let userAgent = Provider<GitHub>(plugins: [.logger(), .userAgent])
let acceptLanguage = Provider<GitHub>(plugins: [.logger(), .acceptLanguage])
let headers = Provider<GitHub>(plugins: [.logger(), .headers])
let concurrencyLimit = Provider<GitHub>(plugins: [.logger(), .concurrencyLimit])
let metrics = Provider<GitHub>(plugins: [.logger(), .metrics])
let logEvents = Provider<GitHub>(plugins: [.logger(), .logEvents])
let activity = Provider<GitHub>(plugins: [.logger(), .activity])
let adapt = Provider<GitHub>(plugins: [.logger(), .adapt])
let accessToken = Provider<GitHub>(plugins: [.logger(), .accessToken])
let tokenRefresh = Provider<GitHub>(plugins: [.logger(), .tokenRefresh])
let credentials = Provider<GitHub>(plugins: [.logger(), .credentials])
let digest = Provider<GitHub>(plugins: [.logger(), .digest])
let cookies = Provider<GitHub>(plugins: [.logger(), .cookies])
let cache = Provider<GitHub>(plugins: [.logger(), .cache])
