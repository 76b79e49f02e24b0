package import Immunization
package import Scanning

extension HeadingWords {
    /// The diseases of a catalogue by their names in its languages, and as templates have them above their columns.
    ///
    /// - Parameter species: whose diseases; nil for all.
    package init(_ catalogue: Catalogue, _ templates: BuiltInTemplates, species: String? = nil) {
        let targets = catalogue.targets.filter { species == nil || $0.species == species }
        var diseases = targets.flatMap { target in Self.names(of: target).map { (name: $0, ids: [target.id]) } }
        for column in templates.templates.flatMap(\.pages).flatMap(\.columns) {
            if case .cross(let ids) = column.type, let heading = column.heading { diseases.append((heading, ids)) }
        }
        diseases += catalogue.headings.map { (name: $0.key, ids: $0.value) }
        self.init(diseases: diseases)
    }

    private static func names(of target: DiseaseTarget) -> [String] {
        let headings = target.headings.languages.map { target.headings[$0] }
        // A second name is in brackets, and a kind (A, ACWY) after the name.
        let parts = headings.flatMap { $0.split { "()".contains($0) }.map(String.init) }
        let kindless = headings.compactMap { heading -> String? in
            guard let kind = heading.split(separator: " ").last, kind.count <= 4, kind.allSatisfy(\.isUppercase),
                kind.count < heading.count
            else { return nil }
            return String(heading.dropLast(kind.count + 1))
        }
        return headings + parts + kindless
    }
}
