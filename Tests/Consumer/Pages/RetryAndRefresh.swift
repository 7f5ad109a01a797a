import Talyn

nonisolated struct Keychain {
    var token: String? { get async { nil } }
}
nonisolated let keychain = Keychain()
let session = Session(nil, accounts: Provider<Account>())
