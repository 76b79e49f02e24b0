package import HummingbirdCore
package import Immunization
import Lists
package import Vault

/// A request of whatever kind, with what answers it.
package protocol ServedRequest {
    var services: Services { get }
    var request: Request { get }
}

extension ServedRequest {
    package var accounts: Accounts { services.accounts }
    package var catalogue: Catalogue { services.catalogue.current }
    package var release: CatalogueRelease { services.catalogue.release }

    /// What the address asks for by a name.
    package func query(_ name: Substring) -> String? { request.uri.queryParameters[name].map(String.init) }
}

extension Services {
    /// What finds vaccines by their names in every language, sorted in one.
    package func finder(_ words: Localizer) -> VaccineFinder {
        catalogue.release.finder([words.code] + localization.languages.map(\.code).filter { $0 != words.code })
    }
}

extension SignedInRequest {
    package var finder: VaccineFinder { services.finder(words) }
}
