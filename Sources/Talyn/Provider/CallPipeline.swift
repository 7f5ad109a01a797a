// Room: Provider. Makes calls: the provider, and the ten steps each call runs through.
// Knows: everything.

// The ten steps of a call. `run` and `respond` list them in their order; CallPipeline+Steps.swift has the details in
// the same order; 8 and 9 are the arguments `decode:` and `catch:`, in Provider+Request.swift. A dry run is the same
// functions over another engine: see DryRun.swift.

extension Engine {
    /// Runs one call to its value or its one error. A call ends here, exactly once. A stream ends later: its
    /// ``OpenCall`` ends it with the body.
    func run<Value, Failure: Error>(
        _ subject: CallSubject, at site: CallSite, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        taking reception: Reception? = nil, decode: (Response, CallContext) throws(RequestError) -> Value,
        catch map: (RequestError) -> Failure
    ) async throws(Failure) -> Value {
        if let scoped = clock.scoped, scoped.beginsCallTime {
            return try await callTime(of: scoped) { () async throws(Failure) in
                try await run(subject, at: site, progress: progress, taking: reception, decode: decode, catch: map)
            }
        }
        let call = CallContext(record(of: subject, at: site, progress, reception))
        do throws(RequestError) {
            var response = try await respond(to: subject, call)  // 1 resolve to 7 process
            // 8 decode; before it, a download is moved to its place
            if let reception { response = try await reception.completed(response, call) }
            let value = try decode(response, call)
            if !call.staysOpen { finish(.success(response), call) }  // 10 finish
            return value
        } catch {
            var error = call.ending(await error.collectingBody(of: call))
            if let reception { error = reception.abandoned(error) }
            let failure = map(error)  // 9 catch
            finish(.failure(error), call)  // 10 finish
            throw failure
        }
    }

    /// Runs steps 1 to 7, which know no type of the caller. Steps 3 to 7 are one attempt: they run each time a plugin
    /// of the call ring calls `next`.
    private func respond(to subject: CallSubject, _ call: CallContext) async throws(RequestError) -> Response {
        let plan = try resolve(subject, call)  // 1 resolve
        return try await around(hooks.callRing, plan.endpoint, call, validating: plan) {  // 2 call ring
            [self] (endpoint, call) async throws(RequestError) in
            let attempt = call.beginningAttempt()
            var sent = try await prepare(endpoint, attempt)  // 3 prepare
            let result: Result<Response, RequestError>
            do throws(RequestError) {
                let response = try await followingRedirects(from: &sent, attempt) {
                    (hop, attempt) async throws(RequestError) in
                    try await around(hooks.exchangeRing, hop, attempt, core: exchange)  // 4 exchange ring, 5 send
                }
                result = .success(try validate(response, plan, attempt))  // 6 validate
            } catch {
                result = .failure(attempt.failure(await error.collectingBody(of: attempt), at: sent))
            }
            return try await process(result, plan, attempt)  // 7 process
        }.belonging(to: plan.endpoint)
    }
}

/// The subject of a call: a case of a target, a further page of one, or a hand-made endpoint.
enum CallSubject: Sendable {
    case target(any TargetType)
    case endpoint(Endpoint)
    /// A further page of a case: the URL of its link, or the reason that there is none.
    case page(any TargetType, Result<URL, RequestError>)

    /// The target; nil for a hand-made endpoint.
    @inline(__always)
    var target: (any TargetType)? {
        switch self {
        case .target(let target), .page(let target, _): target
        case .endpoint: nil
        }
    }
}

/// The outcome of step 1: the endpoint, and the treatment of its response in later steps.
struct CallPlan: Sendable {
    var endpoint: Endpoint
    var validation = Validation.successCodes
    var transformers: [BodyTransformer] = []
    /// The owner of a `Content-Type` that a form replaced; nil if there was none.
    var ownerOfReplacedType: String?
}
