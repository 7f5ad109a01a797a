// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn
import TalynStubs

nonisolated extension Features: SampledTarget {
    var sample: StubAnswer {
        switch self {
        case .lists: .status(204)
        case .objects: .status(204)
        case .headersOperation: .status(204)
        case .paths: .status(204)
        case .segments: .status(204)
        case .search: .status(204)
        case .searchByQuery: .status(204)
        case .sendForm: .status(204)
        case .upload: .status(204)
        case .putNote: .status(204)
        case .putBlob: .status(204)
        case .sendOptional: .status(204)
        case .changeProfile:
            .json(
                #"""
                {
                  "id": 1,
                  "name": "text",
                  "nickname": "text",
                  "born": "2026-01-31",
                  "bio": "text",
                  "created_at": "2026-01-31T09:30:00Z",
                  "password": "text",
                  "old": "text"
                }
                """#)
        case .setProfile:
            .json(
                #"""
                {
                  "id": 1,
                  "name": "text",
                  "nickname": "text",
                  "born": "2026-01-31",
                  "bio": "text",
                  "created_at": "2026-01-31T09:30:00Z",
                  "password": "text",
                  "old": "text"
                }
                """#)
        case .sendAnything: .json(#"{}"#)
        case .sendEvent:
            .json(
                #"""
                {
                  "kind": "event",
                  "version": 2,
                  "at": "2026-01-31T09:30:00Z",
                  "color": "red",
                  "size": 1
                }
                """#)
        case .sendTree:
            .json(
                #"""
                {
                  "value": 1,
                  "right": {
                    "value": 1,
                    "right": {
                      "value": 1,
                      "right": {
                        "value": 1
                      },
                      "others": []
                    },
                    "others": []
                  },
                  "others": []
                }
                """#)
        case .setSettings: .json(#"{"theme": "text", "size": 1}"#)
        case .getThing: .json(#"{"id": 1, "color": "red", "size": 1, "part": {"weight": 1.5}}"#)
        case .deleteThing: .status(204)
        case .renewThing: .status(204)
        case .startJob: .json(#"{"id": 1, "color": "red", "size": 1, "part": {"weight": 1.5}}"#, status: 201)
        case .getMaybe: .json(#"{"id": 1, "color": "red", "size": 1, "part": {"weight": 1.5}}"#)
        case .getMaybeText: .json(#""text""#)
        case .getNullOrThing: .json(#"{"id": 1, "color": "red", "size": 1, "part": {"weight": 1.5}}"#)
        case .getJSONText: .json(#""text""#)
        case .getJSONName: .json(#""text""#)
        case .getJSONNullText: .json(#""text""#)
        case .getJSONBytes: .json(#""AAEC""#)
        case .getJSONDate: .json(#""2026-01-31T09:30:00Z""#)
        case .getJSONNumber: .json(#"1.5"#)
        case .getColor: .json(#""red""#)
        case .getPlain: .text("text")
        case .getBytes: .data(Data("sample".utf8))
        case .streamTicks: .events([ServerSentEvent("{\"n\": 1}")])
        case .streamLogs: .events([ServerSentEvent("text")])
        case .getTimes:
            .json(
                #"""
                {
                  "whole": "2026-03-04T05:06:07Z",
                  "fraction": "2026-03-04T05:06:07.125+02:00",
                  "day": "2026-03-04",
                  "by_day": {
                    "key": "2026-01-31T09:30:00Z"
                  }
                }
                """#)
        case .getUnions:
            .json(
                #"""
                {
                  "discriminated": {
                    "form": "round",
                    "radius": 1.5
                  },
                  "constant": {
                    "method": "card",
                    "number": "text"
                  },
                  "keys": {
                    "name": "text",
                    "note": "text"
                  },
                  "kinds": 1,
                  "tried": {
                    "a": "text"
                  },
                  "all": {
                    "name": "text",
                    "breed": "text",
                    "owner": {
                      "name": "text"
                    }
                  },
                  "maybe": {
                    "name": "text",
                    "note": "text"
                  }
                }
                """#)
        case .getPublic: .status(204)
        case .getKeyed: .status(204)
        case .getKeyedByQuery: .status(204)
        case .getBasic: .status(204)
        case .getOld: .status(204)
        case .`default`:
            .json(
                #"""
                {
                  "default": "text",
                  "Type": "text",
                  "self": "text",
                  "Protocol": "text",
                  "init": "text",
                  "in": "text",
                  "description": "text",
                  "encoder": "text",
                  "container": "text",
                  "$id": "text",
                  "@type": "text",
                  "1st": "text",
                  "created_at": "text",
                  "createdAt": "text"
                }
                """#)
        case .routeOperation: .json(#"{"message": "text"}"#)
        case .jsonEncoderOperation: .json(#"{"in": "text", "self": "text"}"#)
        case .sandbox: .status(204)
        case .postNamesWithoutIDByID: .status(204)
        }
    }
}
