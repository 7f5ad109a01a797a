// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == Features, Value == Void {
    /// POST /forms
    static func sendForm(_ body: Features.SendFormBody) -> Self { Self(.sendForm(body)) }

    /// POST /uploads
    static func upload(_ body: Features.UploadBody) -> Self { Self(.upload(body)) }

    /// PUT /notes
    static func putNote(body: String) -> Self { Self(.putNote(body: body)) }

    /// PUT /blobs
    static func putBlob(body: Data) -> Self { Self(.putBlob(body: body)) }

    /// POST /optional-body
    static func sendOptional(_ body: Features.Filter? = nil) -> Self { Self(.sendOptional(body)) }
}

nonisolated extension Call where Target == Features, Value == Features.Profile {
    /// PATCH /profile
    static func changeProfile(_ body: Features.ProfileChange) -> Self { Self(.changeProfile(body)) }

    /// PUT /profile
    static func setProfile(_ body: Features.Profile) -> Self { Self(.setProfile(body)) }
}

nonisolated extension Call where Target == Features, Value == JSONValue {
    /// POST /json
    static func sendAnything(body: JSONValue) -> Self { Self(.sendAnything(body: body)) }
}

nonisolated extension Call where Target == Features, Value == Features.Event {
    /// POST /events
    static func sendEvent(_ body: Features.Event) -> Self { Self(.sendEvent(body)) }
}

nonisolated extension Call where Target == Features, Value == Features.Tree {
    /// POST /trees
    static func sendTree(_ body: Features.Tree) -> Self { Self(.sendTree(body)) }
}

nonisolated extension Call where Target == Features, Value == Features.Settings {
    /// PUT /settings
    static func setSettings(_ body: Features.Settings) -> Self { Self(.setSettings(body)) }
}
