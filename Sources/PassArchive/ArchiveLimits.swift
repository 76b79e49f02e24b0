/// What a reader accepts before it refuses a document.
package struct ArchiveLimits: Sendable, Equatable {
    /// The document in bytes.
    package var bytes = 64 << 20
    /// Objects and arrays inside each other.
    package var depth = 40
    /// JSON values in all.
    package var values = 1_000_000
    /// Passes in a document.
    package var passes = 200
    /// Vaccinations of a pass; as many facts.
    package var rows = 5_000
    /// Certificates of a pass; as many attachments.
    package var certificates = 1_000

    package init() {}
}
