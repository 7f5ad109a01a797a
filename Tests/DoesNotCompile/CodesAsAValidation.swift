// expect: write '.validate(.codes(200...299))' or '.validate(.customCodes([200, 404]))'
import Talyn

let route = Route.get("a").validate([200, 404])
