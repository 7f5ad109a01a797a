import Talyn
import TalynStores

let folder = URL(fileURLWithPath: "Jar")
let (webView, store) = (WebView(), CookieStore())

// Stands for WebKit's `WKWebView` and `WKHTTPCookieStore`.
struct WebView {
    struct Configuration { let websiteDataStore = DataStore() }
    struct DataStore { let httpCookieStore = CookieStore() }
    let configuration = Configuration()
}
struct CookieStore {
    func allCookies() async -> [HTTPCookie] { [] }
    func setCookie(_ cookie: HTTPCookie) async {}
}
