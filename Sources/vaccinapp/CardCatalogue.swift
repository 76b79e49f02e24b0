import HealthCertificate
import Immunization
import WebApp

/// The shipped catalogue, for the ids of what certificates name by codes.
struct CardCatalogue {
    private let catalogue: Catalogue

    /// Read once; nil where the program's catalogue isn't found, so that ids are told as unknown.
    static let shared: CardCatalogue? = {
        guard let folder = try? CatalogueStore.shippedFolder(resources: ""),
            let release = try? CatalogueStore.release(in: folder)
        else { return nil }
        return CardCatalogue(catalogue: release.catalogue)
    }()

    /// The id of the disease that a dose was given against.
    func disease(of dose: VaccinationEntry) -> String? {
        dose.target.flatMap { catalogue.target(code: .snomed, $0.code)?.id }
    }

    /// The vaccine that was given: by its product, else by the kind of vaccine.
    func vaccine(of dose: VaccinationEntry) -> Vaccine? {
        if let product = dose.product?.code {
            if let vaccine = catalogue.vaccine(code: .euProduct, product) { return vaccine }
            if let known = PrequalifiedProduct(id: product) { return catalogue.vaccine(named: known.name) }
        }
        guard let kind = dose.vaccine, kind.system?.hasSuffix("/cvx") == true else { return nil }
        return catalogue.vaccines(code: .cvx, kind.code).first { $0.isBrandUnknown }
            ?? catalogue.vaccine(code: .cvx, kind.code)
    }
}
