import Vault

/// A vaccination as the vault keeps it, told apart from a certificate's.
typealias VaccinationRecord = Vaccination
