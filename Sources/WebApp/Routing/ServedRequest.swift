import Immunization
import Vault

/// A request of whatever kind, with what answers it.
protocol ServedRequest {
    var services: Services { get }
}

extension ServedRequest {
    var accounts: Accounts { services.accounts }
    var catalogue: Catalogue { services.catalogue.current }
    var release: CatalogueRelease { services.catalogue.release }
}
