// expect: endpoint.options.redirects = .refuse
import TalynAlamofire

let session = Session(redirectHandler: Redirector(behavior: .doNotFollow))
