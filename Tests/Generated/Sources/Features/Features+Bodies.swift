// Generated from features.yaml by `swift package generate-api`. Made again, it loses changes.

import Talyn

nonisolated extension Call where Target == Features, Value == Void {
    static func sendForm(_ body: Features.SendFormBody) -> Self { Self(.sendForm(body)) }

    static func upload(_ body: Features.UploadBody) -> Self { Self(.upload(body)) }

    static func putNote(body: String) -> Self { Self(.putNote(body: body)) }

    static func putBlob(body: Data) -> Self { Self(.putBlob(body: body)) }

    static func sendOptional(_ body: Features.Filter? = nil) -> Self { Self(.sendOptional(body)) }
}

nonisolated extension Call where Target == Features, Value == Features.Profile {
    static func changeProfile(_ body: Features.ProfileChange) -> Self { Self(.changeProfile(body)) }

    static func setProfile(_ body: Features.Profile) -> Self { Self(.setProfile(body)) }
}

nonisolated extension Call where Target == Features, Value == JSONValue {
    static func sendAnything(body: JSONValue) -> Self { Self(.sendAnything(body: body)) }
}

nonisolated extension Call where Target == Features, Value == Features.Event {
    static func sendEvent(_ body: Features.Event) -> Self { Self(.sendEvent(body)) }
}

nonisolated extension Call where Target == Features, Value == Features.Tree {
    static func sendTree(_ body: Features.Tree) -> Self { Self(.sendTree(body)) }
}

nonisolated extension Call where Target == Features, Value == Features.Settings {
    static func setSettings(_ body: Features.Settings) -> Self { Self(.setSettings(body)) }
}
