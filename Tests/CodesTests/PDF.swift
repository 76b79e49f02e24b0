/// A PDF written object by object, with a right cross-reference table (ISO 32000-1, 7.5).
struct PDF {
    let objects: [String]

    init(objects: [String]) {
        self.objects = objects
    }

    /// Empty square pages.
    init(pages: Int, points: Int) {
        let kids = (0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " ")
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(points) \(points)]>>"
        objects =
            ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count \(pages)/Kids[\(kids)]>>"]
            + Array(repeating: page, count: pages)
    }

    var bytes: [UInt8] {
        var body = Array("%PDF-1.4\n".utf8)
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(body.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            body += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
        }
        let trailer = "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(body.count)\n%%EOF\n"
        return body + Array(table.utf8) + Array(trailer.utf8)
    }
}
