/// Requires the properties that a target may leave out in any type, so that ``TargetType`` can require the right ones.
///
/// Swift uses a default in place of a property of a near type, such as `timeout: Duration` for `Duration?`, without a
/// warning. Here that property is found, and the conformance to ``TargetType`` does not compile: "'TargetType' requires the
/// types 'Duration' and 'Duration?' be equivalent". Do not adopt it.
public protocol TargetProperties: Sendable {
    associatedtype TypeOfHeaders
    associatedtype TypeOfValidation
    associatedtype TypeOfTimeout
    associatedtype TypeOfMaxBodySize
    associatedtype TypeOfEncoder
    associatedtype TypeOfDecoder
    associatedtype TypeOfQueryEncoder
    associatedtype TypeOfBodyTransformers

    /// The types of all of them; never declared by a target.
    associatedtype PropertyTypes = TargetPropertyTypes<
        TypeOfHeaders, TypeOfValidation, TypeOfTimeout, TypeOfMaxBodySize, TypeOfEncoder, TypeOfDecoder,
        TypeOfQueryEncoder, TypeOfBodyTransformers
    >

    var headers: TypeOfHeaders { get }
    var validation: TypeOfValidation { get }
    var timeout: TypeOfTimeout { get }
    var maxBodySize: TypeOfMaxBodySize { get }
    var encoder: TypeOfEncoder { get }
    var decoder: TypeOfDecoder { get }
    var queryEncoder: TypeOfQueryEncoder { get }
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
