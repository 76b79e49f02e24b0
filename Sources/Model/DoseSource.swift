/// Where the record of a dose comes from: what is proven best comes first.
package enum DoseSource: String, Sendable, CaseIterable, Comparable {
    /// A certificate whose signature was verified.
    case certified
    /// A certificate whose issuer isn't known.
    case unknownIssuer = "unknown-issuer"
    /// A practice's or another program's record, imported and not verified.
    case record
    /// A scan of the booklet, read by a program.
    case scan
    /// Somebody entered it.
    case hand

    /// Orders by proof: what somebody entered is the least.
    package static func < (left: DoseSource, right: DoseSource) -> Bool { left.rank > right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
