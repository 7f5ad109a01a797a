// Room: Provider. Makes calls: the provider, and the ten steps each call runs through.
// Knows: everything.

// What happens to a call. `run` lists the steps in their order: reading it is knowing Talyn. What a step does in detail
// stands in CallPipeline+Steps.swift, in the same order.

extension Engine {
    /// Carries one call from its beginning to a value, or to one error.
    ///
    /// Every started call ends here, exactly once. Steps 3 to 7 run again each time a plugin of the call ring calls `next`.
    /// A dry run takes the same way, without the call ring, as far as step 5, where it ends.
    func run<Value, Failure: Error>(
        _ record: CallContext.Record, resolve: () throws(RequestError) -> CallPlan,
        decode: (Response) throws(RequestError) -> Value, catch map: (RequestError) -> Failure
    ) async throws(Failure) -> Value {
        let call = CallContext(record)
        // Results of generic types would make those types anew at each call, an eighth of what a stubbed call costs.
        do throws(RequestError) {
            let plan = try resolve()  // 1 resolve
            call.remember(plan.endpoint)
            let response = try await around(callRing, plan.endpoint, call, validating: plan) {  // 2 call ring
                [self] (endpoint, call) async throws(RequestError) in
                let attempt = call.beginningAttempt()
                let prepared = try await prepare(endpoint, attempt)  // 3 prepare
                let received = await followingRedirects(from: prepared, attempt) {
                    (hop, attempt) async throws(RequestError) in
                    try await around(exchangeRing, hop, attempt, core: exchange)  // 4 exchange ring, 5 send
                }
                let validated = validate(received, plan, attempt)  // 6 validate
                return try await process(validated, plan, attempt)  // 7 process
            }.belonging(to: plan.endpoint)
            let value = try decode(response)  // 8 decode
            finish(.success(response), call)  // 10 didFinish
            return value
        } catch {
            let error = error.ending(call)
            let failure = map(error)  // 9 catch
            finish(.failure(error), call)  // 10 didFinish
            throw failure
        }
    }
}

/// What the first step knows of a call: the endpoint, and what the later steps do to its response.
struct CallPlan: Sendable {
    let endpoint: Endpoint
    var validation = Validation.successCodes
    var transformers: [BodyTransformer] = []
}
