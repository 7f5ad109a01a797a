import Foundation
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct CancellableTests {
    private let cancels = Notes<Int>()

    private var token: CancellableToken { CancellableToken { [cancels] in cancels.add(0) } }

    @Test func aTokenCallsItsClosureOnce() {
        let token = token
        #expect(!token.isCancelled && cancels.all.isEmpty)
        for _ in 0..<3 { token.cancel() }
        #expect(token.isCancelled && cancels.all.count == 1)
    }

    @Test func cancelledByManyThreadsATokenCallsItsClosureOnce() {
        let token = UncheckedTransfer(token)
        DispatchQueue.concurrentPerform(iterations: 64) { _ in token.value.cancel() }
        #expect(cancels.all.count == 1)
    }

    @Test func aClosureMayUseItsToken() {
        var seen: [Bool] = []
        var token: CancellableToken?
        token = CancellableToken {
            seen.append(token?.isCancelled ?? false)
            token?.cancel()
        }
        token?.cancel()
        #expect(seen == [true])
    }

    @Test func theDescriptionIsACommandOfCurl() throws {
        #expect(token.debugDescription == "Empty Request")
        let session = Session.own { $0.httpAdditionalHeaders = [:] }
        let url = try #require(URL(string: "https://shop.example/a"))
        let request = Request.of(URLRequest(url: url), .request, in: session)
        let token = CancellableToken(request: request)
        #expect(token.debugDescription == "$ curl -v \\\n\t-X GET \\\n\t\"https://shop.example/a\"")
        token.cancel()
        #expect(request.isCancelled && token.isCancelled)
    }

    @Test func aCallCancelledBeforeItBeginsPassesThatOn() {
        let (call, token) = (PendingCall(), token)
        #expect(!call.isCancelled)
        call.cancel()
        #expect(call.isCancelled && cancels.all.isEmpty)
        call.forward(to: token)
        #expect(call.isCancelled && token.isCancelled && cancels.all.count == 1)
    }

    @Test func aCallCancelledAfterItBeganPassesThatOn() {
        let (call, token) = (PendingCall(), token)
        call.forward(to: token)
        #expect(!call.isCancelled && cancels.all.isEmpty)
        call.cancel()
        call.cancel()
        #expect(call.isCancelled && token.isCancelled && cancels.all.count == 1)
    }

    @Test func aTransferThatIsCancelledItselfCancelsTheCall() {
        let (call, token) = (PendingCall(), token)
        call.forward(to: token)
        token.cancel()
        #expect(call.isCancelled)
    }

    @Test func aCallCancelledWhileItBeginsIsCancelledOnce() {
        for _ in 0..<500 {
            let (call, cancels) = (PendingCall(), Notes<Int>())
            let token = UncheckedTransfer(CancellableToken { cancels.add(0) })
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                if index == 0 { call.forward(to: token.value) } else { call.cancel() }
            }
            #expect(call.isCancelled && cancels.all.count == 1)
        }
    }
}
