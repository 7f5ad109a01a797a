import Talyn
import TalynStores

let (folder, jar) = (URL(fileURLWithPath: "Cache"), CookieJar())
