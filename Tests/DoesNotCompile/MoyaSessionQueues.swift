// expect: leave 'delegate', 'requestQueue', 'serializationQueue' and 'cachedResponseHandler' out
import Foundation
import TalynAlamofire

let session = Session(rootQueue: .main, requestQueue: .main, serializationQueue: .main)
