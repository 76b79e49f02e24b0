import Vault

// The vault's records share some names with the modules below; where a file uses both, these tell them apart.

/// A vaccination as the vault keeps it.
typealias VaccinationRecord = Vaccination
/// A sex as the vault keeps it.
typealias RecordedSex = Sex
