import Web

/// Where a field's picture is, and the room that a page leaves for it before it has come.
struct FieldPicture: Sendable, TemplateModel {
    /// What it is shown with at most, in pixels.
    private static let (mostWidth, mostHeight) = (600.0, 600.0)

    let link: String
    let aspect: Double

    private var width: Double { min(Self.mostWidth, Self.mostHeight * aspect) }

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("width") { String(Int($0.width, clampedTo: 0...300)) },
        .text("height") { String(Int($0.width / max($0.aspect, 0.2), clampedTo: 0...1_500)) },
    ]
}
