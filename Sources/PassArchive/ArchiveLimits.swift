/// What a reader accepts before it refuses a document.
package struct ArchiveLimits: Sendable, Equatable {
    /// The document in bytes.
    package var bytes = 64 << 20
    /// Objects and arrays inside each other.
    package var depth = 40
    /// JSON values in all: of exports, 12 MiB have so many.
    package var values = 600_000
    /// Bytes that a value with its name takes once it is read, beside its text: 50 to 165 were measured, 75 of exports.
    package static let bytesOfValue = 100
    /// Names in an object, where it isn't known what they mean.
    package var names = 1_000
    /// Passes in a document.
    package var passes = 2_000
    /// Vaccinations of a pass; as many facts.
    package var rows = 20_000
    /// Certificates of a pass; as many attachments.
    package var certificates = 5_000
    /// Settings of an account.
    package var settings = 100

    package init() {}
}
