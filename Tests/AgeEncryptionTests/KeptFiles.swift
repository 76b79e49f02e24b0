/// Files that age 1.1.1 wrote for these tests; every later version of ours has to read them.
enum KeptFiles {
    /// What is in ``forPassphrase``.
    static let content = "Kept since the first version.\n"
    /// What opens ``forPassphrase``.
    static let passphrase = "gr\u{FC}n Stra\u{DF}e 2026"

    /// `age -p -a`, work factor 18.
    static let forPassphrase = Array(
        """
        -----BEGIN AGE ENCRYPTED FILE-----
        YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBhaVMzb0piNUROVzJBSFJE
        UUlMWkVBIDE4ClJSU0tyb1JPN0diNUNKeUpiM3BtWHVBOUVIOGdyR0twaGVhaU9j
        NkJOcmsKLS0tIFNyRUozdkNDc3ExOXNhcjJyenR4Ni9IVkJCLzMzcGVleUsrUDBr
        bUlxMTAKqXlxNGomPnLPUfmCk3nGEtE3wfB0XxNe18TOGu0py3bCGmWs02895Xln
        +0ekerDJTj5YM7roPxM7Pk7uyTA=
        -----END AGE ENCRYPTED FILE-----
        """.utf8)

    /// `age -a -r`: for an X25519 key that nobody has kept.
    static let forKey = Array(
        """
        -----BEGIN AGE ENCRYPTED FILE-----
        YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBlbnIwVG9ObGkvaW1JMUVt
        M2ZhVkdOTW9BakJhemZZN2RiT2Mwb0VJUWhrCkdEc2JvREtNUHBnLzZPR09jalN6
        VVZIVEZnREdxbnRuVG83SHpLbmVLTU0KLS0tIHhndXlTKzA2NEx3SFU2bytkblRx
        MldFV3E2bGZzNVVVWEI0bXJDVzNwOUUK4gcOHCVtZUaNtYxEF4ojlPoIDXJo3DMx
        KS0qCtoqYI9BZEP5xP3/sqxqULfCF9E53tz5cAL0SMMhsqe+4kk=
        -----END AGE ENCRYPTED FILE-----
        """.utf8)
}
