import HummingbirdCore
import Immunization
import Lists
import Vault

/// A request of whatever kind, with what answers it.
protocol ServedRequest {
    var services: Services { get }
    var request: Request { get }
}

extension ServedRequest {
    var accounts: Accounts { services.accounts }
    var catalogue: Catalogue { services.catalogue.current }
    var release: CatalogueRelease { services.catalogue.release }

    /// What the address asks for by a name.
    func query(_ name: Substring) -> String? { request.uri.queryParameters[name].map(String.init) }
}

extension Services {
    /// What finds vaccines by their names in every language, sorted in one.
    func finder(_ words: Localizer) -> VaccineFinder {
        catalogue.release.finder([words.code] + localization.languages.map(\.code).filter { $0 != words.code })
    }
}

extension SignedInRequest {
    var finder: VaccineFinder { services.finder(words) }
}
