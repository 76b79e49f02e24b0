import ByteCoding
import BoundedJSON
import Codes
import Scanning

/// How large an upload may be; all of it is held in memory, none of it in temporary files.
package struct MultipartLimits: Sendable {
    /// The whole body, in bytes.
    package var bytes = 24 * 1024 * 1024
    /// Parts in number, fields and files together.
    package var parts = 60
    /// A part's header, in bytes.
    var headerBytes = 4 * 1024
    /// Files in number.
    package var files = 10
    /// A file, in bytes.
    package var fileBytes = 10 * 1024 * 1024
    /// The fields that are no files.
    package var form = FormLimits()
    /// Whether a file past its bounds stays in the form without its bytes, so that the user hears of it by name; else
    /// it refuses the whole form.
    var notesExcess = false

    /// Files of the catalogue: all that we ship are a third of this.
    package static let catalogue = MultipartLimits(bytes: 1024 * 1024, parts: 30, files: 20, fileBytes: 1024 * 1024)
}

/// A file as the browser sent it; name and type are what the browser says.
package struct UploadedFile: Sendable, Equatable {
    /// The form field's name.
    package let field: String
    package let fileName: String
    package let contentType: String?
    package let bytes: [UInt8]
    /// Which bound it is past; its bytes are left out then.
    package var excess: Excess?

    package init(field: String, fileName: String, contentType: String?, bytes: [UInt8], excess: Excess? = nil) {
        self.field = field
        self.fileName = fileName
        self.contentType = contentType
        self.bytes = bytes
        self.excess = excess
    }

    package enum Excess: Sendable {
        case size
        case number
    }

    /// What a feature says of that; nil where the file is whole.
    package func fault<Fault>(size: Fault, number: Fault) -> Fault? {
        switch excess {
        case .size: size
        case .number: number
        case nil: nil
        }
    }
}

/// A form with files in it, put together from a parser's events, within limits.
package struct MultipartForm: Sendable, Equatable {
    package private(set) var fields: FormFields
    package private(set) var files: [UploadedFile] = []

    package init(fields: FormFields = FormFields()) { self.fields = fields }

    /// Collects a form while its bytes come.
    struct Builder: Sendable {
        private let limits: MultipartLimits
        private let repeating: Set<String>
        private var parser: MultipartParser
        private var form = MultipartForm()
        private var part: MultipartPart?
        private var bytes: [UInt8] = []
        private var excess: UploadedFile.Excess?
        private var total = 0

        init(boundary: String, limits: MultipartLimits, repeating: Set<String>) throws(MultipartError) {
            self.limits = limits
            self.repeating = repeating
            self.parser = try MultipartParser(
                boundary: boundary, maximumParts: limits.parts, maximumHeader: limits.headerBytes)
        }

        /// Throws `MultipartError` or `FormError`.
        mutating func feed(_ chunk: some Collection<UInt8>) throws {
            self.total += chunk.count
            guard self.total <= self.limits.bytes else { throw FormError.tooLarge }
            for event in try self.parser.feed(chunk) {
                switch event {
                case .partBegan(let part): try self.begin(part)
                case .bytes(let bytes): try self.append(bytes)
                case .partEnded: try self.endPart()
                }
            }
        }

        /// Throws when the body ended before the form did.
        func finish() throws(MultipartError) -> MultipartForm {
            try self.parser.finish()
            return self.form
        }

        private mutating func begin(_ part: MultipartPart) throws(FormError) {
            self.part = part
            self.bytes = []
            self.excess = nil
            if part.fileName != nil, self.form.files.count >= self.limits.files {
                try self.note(.number, orThrow: .tooManyFields)
            }
        }

        private mutating func note(_ excess: UploadedFile.Excess, orThrow error: FormError) throws(FormError) {
            guard self.limits.notesExcess, self.part?.fileName != nil else { throw error }
            self.excess = excess
            self.bytes = []
        }

        private mutating func append(_ more: [UInt8]) throws(FormError) {
            let limit = self.part?.fileName == nil ? self.limits.form.valueBytes : self.limits.fileBytes
            guard self.excess == nil else { return }
            guard self.bytes.count + more.count <= limit else { return try self.note(.size, orThrow: .tooLarge) }
            self.bytes.append(contentsOf: more)
        }

        private mutating func endPart() throws(FormError) {
            guard let part else { return }
            self.part = nil
            if let fileName = part.fileName {
                // A file input that nothing was chosen in is sent as a file without name and bytes.
                if fileName.isEmpty && self.bytes.isEmpty { return }
                self.form.files.append(
                    UploadedFile(
                        field: part.name, fileName: fileName, contentType: part.contentType, bytes: self.bytes,
                        excess: self.excess))
            } else {
                guard let value = String(typed: self.bytes, as: UTF8.self) else { throw .badEncoding }
                try self.form.fields.append(
                    name: part.name, value: value, limits: self.limits.form, repeating: self.repeating)
            }
            self.bytes = []
        }
    }
}

extension MultipartLimits {
    /// What a form with pictures or documents may hold.
    package static let upload = MultipartLimits(
        bytes: 64 * 1024 * 1024, files: 10, fileBytes: CodeReader.mostBytes, notesExcess: true)

    /// Pictures of a booklet's pages.
    package static let pages = MultipartLimits(
        bytes: 64 * 1024 * 1024, files: 20, fileBytes: 10_000_000, notesExcess: true)

    /// Pictures that a template is tried on.
    package static let trial = MultipartLimits(
        bytes: 64 * 1024 * 1024, files: 4, fileBytes: 10_000_000, notesExcess: true)

    /// A template of a form.
    package static let template = MultipartLimits(
        bytes: 2 * 1024 * 1024, files: 1, fileBytes: ScanTemplate.limits.bytes, notesExcess: true)

    /// An export with all that an account may attach.
    package static let archive = MultipartLimits(
        bytes: 64 * 1024 * 1024, files: 1, fileBytes: 65_000_000, notesExcess: true)
}
