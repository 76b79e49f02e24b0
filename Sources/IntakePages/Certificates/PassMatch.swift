import CivilDates
import HealthCertificate
import Model
import Vault

/// Whether a certificate is for the holder of a pass: by name and by date of birth.
struct PassMatch: Sendable, Equatable {
    let nameDiffers: Bool
    let birthDateDiffers: Bool

    /// Whether the certificate may prove what the pass says: names change, and are shortened; dates of birth don't.
    let mayProve: Bool

    var isSame: Bool { !nameDiffers && !birthDateDiffers }

    init(_ holder: Holder, _ pass: PassRecord) {
        nameDiffers = !Self.names(of: pass).contains { name in
            Holder(name: name, dateOfBirth: nil).isSame(as: Holder(name: holder.name, dateOfBirth: nil))
        }
        let onCertificate = (holder.dateOfBirth?.text ?? "").prefix { $0 != "T" }
        let onPass = pass.birthDate?.description ?? ""
        birthDateDiffers = !onCertificate.isEmpty && onCertificate != onPass
        let areBothKnown = !onCertificate.isEmpty && !onPass.isEmpty
        mayProve = areBothKnown ? onCertificate.hasPrefix(onPass) || onPass.hasPrefix(onCertificate) : !nameDiffers
    }

    /// The ways to split a pass's name into given and family names: it is one field.
    private static func names(of pass: PassRecord) -> [PersonName] {
        let words = pass.name.split { $0.isWhitespace || $0 == "," }.map(String.init)
        guard words.count > 1 else { return [PersonName(family: pass.name), PersonName(given: pass.name)] }
        return (1..<min(words.count, 10)).map { count in
            PersonName(
                family: words[count...].joined(separator: " "), given: words[..<count].joined(separator: " "))
        }
    }
}
