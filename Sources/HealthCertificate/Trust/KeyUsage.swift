/// What kinds of certificate a signer's key may sign, told by extended key usages.
///
/// The usages are defined under 1.3.6.1.4.1.1847.2021.1; the first signers were made under 1.3.6.1.4.1.0.1847.2021.1,
/// and both are in use. A key with none of them may sign every kind.
enum KeyUsage {
    private static let arcs = ["1.3.6.1.4.1.1847.2021.1.", "1.3.6.1.4.1.0.1847.2021.1."]

    private static let kinds: [Substring: HealthClaims.Kind] = ["1": .test, "2": .vaccination, "3": .recovery]

    /// The usage that permits a kind, in dots.
    static func objectIdentifier(_ kind: HealthClaims.Kind) -> String {
        switch kind {
        case .test: arcs[0] + "1"
        case .vaccination: arcs[0] + "2"
        case .recovery: arcs[0] + "3"
        }
    }

    /// The kind that the Dutch and the Swiss list write as one letter.
    static func kind(letter: String) -> HealthClaims.Kind? {
        HealthClaims.Kind.allCases.first { $0.rawValue.prefix(1) == letter }
    }

    /// The kinds that the usages permit, or `nil` when they restrict nothing.
    static func permittedKinds(_ usages: [String]) -> Set<HealthClaims.Kind>? {
        var permitted: Set<HealthClaims.Kind>?
        for usage in usages {
            for arc in arcs where usage.hasPrefix(arc) {
                guard let kind = kinds[usage.dropFirst(arc.count)] else { continue }
                permitted = (permitted ?? []).union([kind])
            }
        }
        return permitted
    }
}
