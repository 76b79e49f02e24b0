/// Cases that we answer otherwise than the sheet, each with the reason found in the logic specification.
package enum CDSiKnownDifferences {
    /// The reason, by the case's id; business rules and tables are those of CDSi Logic Specification 4.5.
    package static let reasons: [String: String] = [
        "2016-UC-0057":
            "the sheet speaks of 18 months of age but judges at 5; the indication begins at 12 (table 5-4), so that no "
            + "risk series is relevant yet",
        "2016-UC-0110":
            "the dose to come asks for a minimum age of 12 months, 2016-02-14, which is the day the sheet recommends; "
            + "nothing may be earlier (FORECASTDTCAN-1)",
        "2016-UC-0128": meningococcal,
        "2016-UC-0129": meningococcal,
        "2016-UC-0153":
            "the sheet takes the dose at 4 months for dose 1 of the risk series, which counts none below 2 years "
            + "(table 6-15): dose 1 is still to come",
        "2016-UC-0165":
            "dose 3 of both series for cochlear implants is 5 years from the previous dose, of 2017, not from the "
            + "first (CALCDTINT-1)",
        "2016-UC-0198": meningococcal,
        "2022-UC-0017":
            "the supporting data of dose 2 asks for at least 1 year from the previous dose (CALCDTINT-4), not 8 weeks",
        "2025-UC-0015": "a past due date is a day before the latest recommended date (FORECASTDT-3)",
    ]

    private static let meningococcal =
        "the infant series' indication has no end age, so its priority A outranks the 1-dose series' B at any age "
        + "(SELECTSCORE-2)"
}
