import CivilDates
import HealthCertificate
import Immunization
import Lists

/// The shipped catalogue, for the ids of what certificates name by codes.
struct CardCatalogue {
    private let catalogue: Catalogue
    private let finder: VaccineFinder

    /// Read once; nil where the program's catalogue isn't found, so that ids are reported as unknown.
    static let shared: CardCatalogue? = {
        guard let folder = try? CatalogueStore.shippedFolder(resources: ""),
            let release = try? CatalogueStore.release(in: folder)
        else { return nil }
        return CardCatalogue(catalogue: release.catalogue, finder: VaccineFinder(release.catalogue))
    }()

    /// The id of the disease that a dose was given against.
    func disease(of dose: VaccinationEntry) -> String? {
        dose.target.flatMap { catalogue.target(code: .snomed, $0.code)?.id }
    }

    private func vaccine(named name: String, on day: PartialDate?) -> Vaccine? {
        guard
            case .one(let found, _) = finder.find(name, guesses: false, for: VaccineFinder.Who(Species.person, on: day))
        else { return nil }
        return found.vaccine
    }

    /// The vaccine that was given: by its product, else by the kind of vaccine.
    func vaccine(of dose: VaccinationEntry) -> Vaccine? {
        if let product = dose.product?.code {
            if let vaccine = catalogue.vaccine(code: .euProduct, product) { return vaccine }
            if let known = PrequalifiedProduct(id: product) { return vaccine(named: known.name, on: dose.date?.date) }
        }
        guard let kind = dose.vaccine, kind.system?.hasSuffix("/cvx") == true else { return nil }
        return catalogue.codeIndex.vaccine(Code(.cvx, kind.code))?.vaccine.flatMap(catalogue.vaccine)
    }
}
