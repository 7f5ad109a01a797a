// expect: leave 'serverTrustManager' out
// expect: 'ServerTrustManager' is unavailable: pin with NSPinnedDomains
// expect: 'ServerTrustEvaluating' is unavailable: pin with NSPinnedDomains
import TalynAlamofire

let session = Session(configuration: .af.default, startRequestsImmediately: false, serverTrustManager: nil)
let evaluators: [String: any ServerTrustEvaluating] = [:]
let trust = ServerTrustManager(evaluators: evaluators)
