import Talyn

let github = Provider<GitHub>()
let (charts, date) = (Provider<Charts>(), "2026-01-01")
let error = MyAPIError.requestTimeout()

func show(_ user: User) {}
func show(_ chart: Chart) {}
func showAlert(_ text: String?) {}
func showPlaceholder() {}
func offerRetry() {}
func explain(_ statusCode: Int?, _ errorCode: String?) {}
func reportBug(_ error: any Error) {}
func askAnAdministrator() {}
