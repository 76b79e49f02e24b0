import Foundation
package import Scanning
import Web

/// What a region contains, as people choose it.
package enum RegionKind: String, CaseIterable, Sendable {
    case text, name, number, points, grade, choice, code, date, month, mark, stamp, vaccine, batch, sticker, cross

    /// The kind of the same name; a cross without its diseases.
    package init(_ type: RegionType) {
        self = if case .cross = type { .cross } else { Self(rawValue: "\(type)") ?? .text }
    }
}

extension RegionKind: MessageCode { static let family = "scan-templates.type" }
extension ScanLink.Kind: MessageCode { static let family = "scan-templates.link" }

extension VaccinationNames {
    /// 'number', 'cross: measles and mumps'.
    package func type(_ type: RegionType) -> String {
        let kind = words(RegionKind(type))
        guard case .cross(let targets) = type else { return kind }
        return "\(kind): \(diseases(targets))"
    }
}

extension Localizer {
    /// A fraction of a page's side in percent: '12.5'.
    package func percent(_ fraction: Double) -> String {
        (fraction * 100).formatted(.number.precision(.fractionLength(0...6)).grouping(.never).locale(locale))
    }
}
