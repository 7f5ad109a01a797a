/// Requires the properties that a target may leave out in any type, so that ``TargetType`` can require the right ones.
///
/// Swift uses a default in place of a property of a near type, such as `timeout: Duration` for `Duration?`, without a
/// warning. Here that property is found, and the conformance to ``TargetType`` does not compile: "'TargetType' requires
/// the types 'Duration' and 'Duration?' be equivalent". Do not adopt it.
public protocol TargetProperties: Sendable {
    /// The type of `headers`.
    associatedtype TypeOfHeaders
    /// The type of `validation`.
    associatedtype TypeOfValidation
    /// The type of `timeout`.
    associatedtype TypeOfTimeout
    /// The type of `maxBodySize`.
    associatedtype TypeOfMaxBodySize
    /// The type of `encoder`.
    associatedtype TypeOfEncoder
    /// The type of `decoder`.
    associatedtype TypeOfDecoder
    /// The type of `queryEncoder`.
    associatedtype TypeOfQueryEncoder
    /// The type of `bodyTransformers`.
    associatedtype TypeOfBodyTransformers

    /// The types of all of them; never declared by a target.
    associatedtype PropertyTypes = TargetPropertyTypes<
        TypeOfHeaders, TypeOfValidation, TypeOfTimeout, TypeOfMaxBodySize, TypeOfEncoder, TypeOfDecoder,
        TypeOfQueryEncoder, TypeOfBodyTransformers
    >

    /// See ``TargetType/headers``.
    var headers: TypeOfHeaders { get }
    /// See ``TargetType/validation``.
    var validation: TypeOfValidation { get }
    /// See ``TargetType/timeout``.
    var timeout: TypeOfTimeout { get }
    /// See ``TargetType/maxBodySize``.
    var maxBodySize: TypeOfMaxBodySize { get }
    /// See ``TargetType/encoder``.
    var encoder: TypeOfEncoder { get }
    /// See ``TargetType/decoder``.
    var decoder: TypeOfDecoder { get }
    /// See ``TargetType/queryEncoder``.
    var queryEncoder: TypeOfQueryEncoder { get }
    /// See ``TargetType/bodyTransformers``.
    var bodyTransformers: TypeOfBodyTransformers { get }
}

/// The types of a target's properties; see ``TargetProperties``.
public enum TargetPropertyTypes<
    Headers, Validation, Timeout, MaxBodySize, Encoder, Decoder, QueryEncoder, BodyTransformers
> {}

/// The types that ``TargetType`` declares, and no others; see ``TargetProperties``.
public protocol DeclaredPropertyTypes {}

extension TargetPropertyTypes: DeclaredPropertyTypes
where
    Headers == HTTPHeaders, Validation == Talyn.Validation, Timeout == Duration?, MaxBodySize == Int?,
    Encoder == any BodyEncoder, Decoder == any BodyDecoder, QueryEncoder == Talyn.QueryEncoder,
    BodyTransformers == [BodyTransformer]
{}
