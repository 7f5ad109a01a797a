import Foundation

/// Everything that Swift prints of a value: description, debug description, dump, an error's localized text.
func printedText(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    let localized = (value as? any Error)?.localizedDescription ?? ""
    return "\(value)\n\(String(reflecting: value))\n\(dumped)\n\(localized)"
}
