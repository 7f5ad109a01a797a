import Foundation

/// Returns everything that Swift prints of a value: description, debug description, dump, and an error's localized
/// text.
func printedText(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    let localized = (value as? any Error)?.localizedDescription ?? ""
    return "\(value)\n\(String(reflecting: value))\n\(dumped)\n\(localized)"
}
