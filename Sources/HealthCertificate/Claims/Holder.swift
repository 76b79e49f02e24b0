import CivilDates

/// The person whom a certificate is about.
public struct Holder: Sendable, Hashable {
    /// The person's name.
    public let name: PersonName
    /// The date of birth; `nil` when the certificate has none at all, empty when it has an empty one.
    public let dateOfBirth: CertificateDate?

    /// Makes a holder.
    public init(name: PersonName, dateOfBirth: CertificateDate?) {
        self.name = name
        self.dateOfBirth = dateOfBirth
    }

    /// Whether two certificates are about the same person, as wallet apps decide it.
    ///
    /// The dates of birth must be written the same. Of the names, in standard letters and without the title of doctor,
    /// either one given and one family name must be in both, or the two must be swapped: one given name of each must
    /// be a family name of the other.
    public func isSame(as other: Holder) -> Bool {
        guard trimmed(dateOfBirth) == trimmed(other.dateOfBirth) else { return false }
        let (given, family) = (name.comparable(.given), name.comparable(.family))
        let (otherGiven, otherFamily) = (other.name.comparable(.given), other.name.comparable(.family))
        return given.shares(with: otherGiven) && family.shares(with: otherFamily)
            || given.shares(with: otherFamily) && family.shares(with: otherGiven)
    }

    private func trimmed(_ date: CertificateDate?) -> Substring {
        let text = (date?.text ?? "").drop(while: \.isWhitespace)
        return text.prefix { !$0.isWhitespace && $0 != "T" }
    }
}

extension Set {
    /// Whether both sets are empty, or have an element in common.
    fileprivate func shares(with other: Set) -> Bool {
        isEmpty && other.isEmpty || !isDisjoint(with: other)
    }
}
