/// How a line is typed, as browsers, phones and password managers know it.
package struct TextKind: TemplateModel {
    var type: String?
    var autocomplete: String?
    /// Which letters phones write large: `none`, `characters`.
    var capitals: String?
    var keyboard: String?
    /// The most characters.
    var limit: Int?
    /// The kinds of files.
    var accept: String?
    /// Whether its spelling is nobody's to correct.
    var isExact = false
    /// Whether its letters are as wide as each other.
    var isCode = false
    var isSecret: Bool { type == "password" || autocomplete == "one-time-code" }
    var isFile: Bool { type == "file" }

    package static let plain = Self()
    /// As it is printed.
    package static let code = Self(capitals: "characters", isExact: true)
    package static let currentPassword = Self(type: "password", autocomplete: "current-password")
    package static let newPassword = Self(type: "password", autocomplete: "new-password")
    package static let oneTimeCode = Self(
        autocomplete: "one-time-code", keyboard: "numeric", limit: 16, isExact: true, isCode: true)
    package static let recoveryCode = Self(autocomplete: "off", capitals: "characters", isExact: true, isCode: true)
    package static let username = Self(autocomplete: "username", capitals: "none", limit: 64, isExact: true)

    package static func plain(limit: Int) -> Self { Self(limit: limit) }

    package static func file(_ accept: String) -> Self { Self(type: "file", accept: accept) }

    package static let fields: [TemplateField<Self>] = [
        .text("type") { $0.type }, .text("autocomplete") { $0.autocomplete }, .text("capitals") { $0.capitals },
        .text("keyboard") { $0.keyboard }, .text("limit") { $0.limit.map { String($0) } },
        .text("accept") { $0.accept }, .flag("isExact") { $0.isExact }, .flag("isCode") { $0.isCode },
    ]
}
