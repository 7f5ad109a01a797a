// expect: write '.validate(.codes(200...299))'
import Talyn

let route = Route.get("zen").validate(200..<300)
