import Talyn
import TalynStores
import TalynTesting

let cache = ResponseCache()
