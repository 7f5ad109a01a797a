internal import Talyn

/// A response of a call, with its whole body.
public final class Response: CustomDebugStringConvertible, Equatable, Sendable {
    /// The status code.
    public let statusCode: Int
    /// The body. No bytes after a download.
    public let data: Data
    /// The request as sent; nil if it was never made.
    public let request: URLRequest?
    /// The head; nil for a stub without one.
    public let response: HTTPURLResponse?

    /// Makes a response.
    public init(statusCode: Int, data: Data, request: URLRequest? = nil, response: HTTPURLResponse? = nil) {
        self.statusCode = statusCode
        self.data = data
        self.request = request
        self.response = response
    }

    /// The status code and the size of the body.
    public var description: String { "Status Code: \(statusCode), Data Length: \(data.count)" }
    public var debugDescription: String { description }

    public static func == (left: Response, right: Response) -> Bool {
        left.statusCode == right.statusCode && left.data == right.data && left.response == right.response
    }
}

extension Response {
    /// Returns the response if its status code is in the range.
    /// - Throws: `MoyaError.statusCode`.
    public func filter<R: RangeExpression>(statusCodes: R) throws -> Response where R.Bound == Int {
        guard statusCodes.contains(statusCode) else { throw MoyaError.statusCode(self) }
        return self
    }

    /// Returns the response if it has the status code.
    /// - Throws: `MoyaError.statusCode`.
    public func filter(statusCode: Int) throws -> Response { try filter(statusCodes: statusCode...statusCode) }

    /// Returns the response if its status code is 200 to 299.
    /// - Throws: `MoyaError.statusCode`.
    public func filterSuccessfulStatusCodes() throws -> Response { try filter(statusCodes: 200...299) }

    /// Returns the response if its status code is 200 to 399.
    /// - Throws: `MoyaError.statusCode`.
    public func filterSuccessfulStatusAndRedirectCodes() throws -> Response { try filter(statusCodes: 200...399) }

    #if canImport(UIKit) || canImport(AppKit)
    /// Returns the body as an image.
    /// - Throws: `MoyaError.imageMapping`.
    public func mapImage() throws -> Image {
        guard let image = Image(data: data) else { throw MoyaError.imageMapping(self) }
        return image
    }
    #endif

    /// Returns the body as the value of `JSONSerialization`. For no bytes, `NSNull` unless `failsOnEmptyData`.
    /// - Throws: `MoyaError.jsonMapping`.
    public func mapJSON(failsOnEmptyData: Bool = true) throws -> Any {
        do { return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) } catch {
            if data.isEmpty && !failsOnEmptyData { return NSNull() }
            throw MoyaError.jsonMapping(self)
        }
    }

    /// Returns the body as UTF-8 text, or the text at a key path of its JSON object.
    /// - Throws: `MoyaError.stringMapping`, and `.jsonMapping` with a key path.
    public func mapString(atKeyPath keyPath: String? = nil) throws -> String {
        let text = try keyPath.map { try value(atKeyPath: $0, failsOnEmptyData: true) as? String }
        guard let text = text ?? (keyPath == nil ? String(data: data, encoding: .utf8) : nil) else {
            throw MoyaError.stringMapping(self)
        }
        return text
    }

    /// Returns the body, or the value at a key path of its JSON object, as a decoded value.
    ///
    /// For no bytes, unless `failsOnEmptyData`, a value of `{}`, or else of `[{}]`, as in Moya.
    /// - Throws: `MoyaError.objectMapping`, and `.jsonMapping` with a key path.
    public func map<D: Decodable>(
        _ type: D.Type, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) throws -> D {
        var json = data
        if let keyPath {
            if let value = try value(atKeyPath: keyPath, failsOnEmptyData: failsOnEmptyData) {
                guard JSONSerialization.isValidJSONObject(value) else {
                    return try decode(Wrapped<D>.self, from: serialized(["value": value]), decoder).value
                }
                json = try serialized(value)
            } else if failsOnEmptyData {
                throw MoyaError.jsonMapping(self)
            }
        }
        if json.isEmpty && !failsOnEmptyData {
            for empty in ["{}", "[{}]"] {
                if let value = try? decoder.decode(D.self, from: Data(empty.utf8)) { return value }
            }
        }
        return try decode(type, from: json, decoder)
    }

    private func decode<D: Decodable>(_ type: D.Type, from json: Data, _ decoder: JSONDecoder) throws -> D {
        do { return try decoder.decode(type, from: json) } catch { throw MoyaError.objectMapping(error, self) }
    }

    private func serialized(_ value: Any) throws -> Data {
        guard JSONSerialization.isValidJSONObject(value), let json = try? JSONSerialization.data(withJSONObject: value)
        else { throw MoyaError.jsonMapping(self) }
        return json
    }

    /// The value at a key path of the JSON object; nil if there is none.
    private func value(atKeyPath keyPath: String, failsOnEmptyData: Bool) throws -> Any? {
        let json = try mapJSON(failsOnEmptyData: failsOnEmptyData)
        #if canImport(ObjectiveC)
        return (json as? NSDictionary)?.value(forKeyPath: keyPath)
        #else
        return keyPath.split(atBytes: ".").reduce(json as Any?) { value, key in
            (value as? [String: Any])?[String(key)]
        }
        #endif
    }
}

/// A value that is not an object or array, within one.
private struct Wrapped<T: Decodable>: Decodable { let value: T }
