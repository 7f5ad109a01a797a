#if canImport(UIKit)
public import UIKit

/// The image type of the platform.
public typealias ImageType = UIImage
/// The image type of the platform.
public typealias Image = ImageType
#elseif canImport(AppKit)
public import AppKit

/// The image type of the platform.
public typealias ImageType = NSImage
/// The image type of the platform.
public typealias Image = ImageType
#endif
