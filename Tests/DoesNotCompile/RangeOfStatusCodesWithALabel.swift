// expect: write '.validate(.codes(200...299))'
import Talyn

let route = Route.get("zen").validate(statusCode: 200..<300)
