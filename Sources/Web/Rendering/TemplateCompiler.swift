/// Turns a page's template, with all that it takes in from others, into steps; every name must be one of its models'.
struct TemplateCompiler {
    /// All files of one language, parsed.
    let files: [String: [TemplateNode]]
    /// The fields of all models that no template named yet.
    private(set) var unused: Set<TemplateFieldID> = []
    private var known: Set<ObjectIdentifier> = []

    private var steps: [CompiledTemplate.Step] = []

    init(files: [String: [TemplateNode]]) { self.files = files }

    /// Compiles a page's template: it may name what the page has, and what its frame has.
    mutating func compile<Model: Page>(_: Model.Type) throws(TemplateError) -> CompiledTemplate {
        try compile(
            Model.template, against: [TemplateShape(LayoutModel.self), TemplateShape(Model.self)])
    }

    /// - Parameters:
    ///   - file: The page's template.
    ///   - models: What it may name; of two that have a name the last counts.
    mutating func compile(_ file: String, against models: [TemplateShape]) throws(TemplateError) -> CompiledTemplate {
        steps = []
        for model in models { note(model) }
        guard let nodes = files[file] else {
            throw TemplateError(code: .missing, file: file, reason: "the file is missing")
        }
        try append(nodes, Scope(file: file, models: models, outer: [file]))
        return CompiledTemplate(steps: PageSymbols.pruned(steps))
    }

    /// Notes the fields of a model and of its rows, once.
    private mutating func note(_ shape: TemplateShape) {
        guard known.insert(ObjectIdentifier(shape.model)).inserted else { return }
        for (name, kind) in shape.names {
            unused.insert(TemplateFieldID(model: shape.model, name: name))
            if case .rows(let row) = kind { note(row) }
        }
    }

    /// Where a node is.
    private struct Scope {
        var file: String
        var models: [TemplateShape]
        /// What `{{.}}` is.
        var current: CompiledTemplate.Place?
        /// What fills blocks in, by name; whoever takes a template in first decides.
        var blocks: [String: TemplateNode.Block] = [:]
        /// The partials that this one is taken in by.
        var outer: [String]
    }

    private mutating func append(_ nodes: [TemplateNode], _ scope: Scope) throws(TemplateError) {
        for node in nodes {
            switch node {
            case .text(let text): append(text)
            case .variable(let name, let line): try appendVariable(name, line, scope)
            case .section(let name, let isInverted, let inner, let line):
                try appendSection(name, isInverted, inner, line, scope)
            case .block(let name, let inner, _):
                guard let block = scope.blocks[name] else {
                    try append(inner, scope)
                    continue
                }
                var filled = scope
                filled.file = block.file
                try append(block.nodes, filled)
            case .partial(let name, let blocks, let line): try appendPartial(name, blocks, line, scope)
            }
        }
    }

    private mutating func append(_ text: String) {
        if case .bytes(let before) = steps.last, !targets.contains(steps.count) {
            steps[steps.count - 1] = .bytes(before + text.utf8)
        } else {
            steps.append(.bytes(Array(text.utf8)))
        }
    }

    /// The steps that a section before them goes on at.
    private var targets: Set<Int> = []

    private mutating func appendVariable(_ name: String, _ line: Int, _ scope: Scope) throws(TemplateError) {
        let (place, kind, part) = try find(name, line, scope)
        switch (kind, part) {
        case (.text, nil): steps.append(.text(place))
        case (.count, "number"): steps.append(.number(place))
        default: throw fault("{{\(name)}} is no text", line, scope)
        }
    }

    private mutating func appendSection(
        _ name: String, _ isInverted: Bool, _ inner: [TemplateNode], _ line: Int, _ scope: Scope
    ) throws(TemplateError) {
        let (place, kind, part) = try find(name, line, scope)
        var within = scope
        switch kind {
        case .rows(let shape) where !isInverted:
            within.models.append(shape)
            within.current = nil
        case .text where !isInverted: within.current = place
        case .rows, .text, .flag: break
        case .count where part == nil || isInverted: throw fault("{{#\(name)}} is a number, not a section", line, scope)
        case .count: break
        }
        let start = steps.count
        steps.append(.bytes([]))
        targets.insert(steps.count)
        try append(inner, within)
        targets.insert(steps.count)
        steps[start] =
            if let part { .category(place, part, end: steps.count) } else if isInverted {
                .inverted(place, end: steps.count)
            } else { .section(place, end: steps.count) }
    }

    private mutating func appendPartial(
        _ name: String, _ blocks: [String: TemplateNode.Block], _ line: Int, _ scope: Scope
    ) throws(TemplateError) {
        let file = name.replacing(".", with: "/")
        guard let nodes = files[file] else { throw fault("no template is named \(name)", line, scope) }
        guard !scope.outer.contains(file) else { throw fault("{{>\(name)}} takes itself in", line, scope) }
        var within = scope
        within.outer.append(file)
        within.file = file
        within.blocks.merge(blocks) { outer, _ in outer }
        try append(nodes, within)
    }

    /// What a name stands for in a place, the innermost first; a plural form or the number of a count has two parts.
    private mutating func find(
        _ name: String, _ line: Int, _ scope: Scope
    ) throws(TemplateError) -> (CompiledTemplate.Place, TemplateKind, part: String?) {
        if name == "." {
            guard let current = scope.current else { throw fault("{{.}} stands in no section of a text", line, scope) }
            return (current, .text, nil)
        }
        let parts = name.split(separator: ".").map(String.init)
        for (row, model) in scope.models.enumerated().reversed() {
            guard let field = model.names.firstIndex(where: { $0.name == parts.first }) else { continue }
            unused.remove(TemplateFieldID(model: model.model, name: model.names[field].name))
            let kind = model.names[field].kind
            guard parts.count == 1 || (parts.count == 2 && kind.isCount) else { break }
            return (CompiledTemplate.Place(row: row, field: field), kind, parts.count == 2 ? parts[1] : nil)
        }
        let models = scope.models.reversed().map { String(reflecting: $0.model) }.joined(separator: ", ")
        throw fault("{{\(name)}} is no field of \(models)", line, scope)
    }

    private func fault(_ reason: String, _ line: Int, _ scope: Scope) -> TemplateError {
        TemplateError(code: .unknownName, file: scope.file, line: line, reason: reason)
    }
}

extension TemplateKind {
    fileprivate var isCount: Bool { if case .count = self { true } else { false } }
}
