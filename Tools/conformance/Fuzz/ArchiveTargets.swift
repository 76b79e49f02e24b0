import PassArchive

/// What practices and other programs hand out: FHIR in JSON and in XML.
enum ArchiveTargets {
    static func all() -> [FuzzTarget] {
        [
            FuzzTarget(name: "fhir-xml", inputs: [Array(practice.utf8), Array(prefixed.utf8)]) { bytes in
                _ = try? FHIRReader.read(bytes, codes: .none)
            },
            FuzzTarget(name: "fhir-json", inputs: [Array(summary.utf8)]) { bytes in
                _ = try? FHIRReader.read(bytes, codes: .none)
            },
        ]
    }

    private static let practice = """
        <?xml version="1.0" encoding="UTF-8"?><!-- a --><Bundle xmlns="http://hl7.org/fhir"><type value="document"/>
        <entry><fullUrl value="urn:uuid:1"/><resource><Patient><text><div xmlns="http://www.w3.org/1999/xhtml"><p>A &amp; B</p>
        </div></text><identifier><system value="a"/><value value="1"/></identifier><name><family value="Beispiel"><extension
        url="u"><valueString value="&#66;"/></extension></family><given value='Ada'/></name><birthDate value="1985-03-15"/>
        </Patient></resource></entry><entry><resource><Immunization><contained><Location><id value="l"/></Location></contained>
        <status value="completed"/><vaccineCode><coding><system value="http://fhir.de/CodeSystem/dimdi/atc"/>
        <code value="J07BD52"/></coding><text value="Priorix"/></vaccineCode><patient><reference value="urn:uuid:1"/></patient>
        <occurrenceDateTime value="2021-12-09"/><protocolApplied><targetDisease><coding><code value="1"/></coding>
        </targetDisease><doseNumberPositiveInt value="2"/></protocolApplied></Immunization></resource></entry>
        <entry><resource><Observation><status value="final"/><code><coding><system value="http://loinc.org"/>
        <code value="46197-0"/></coding></code><subject><reference value="urn:uuid:1"/></subject><valueQuantity>
        <value value="1.5e2"/></valueQuantity></Observation></resource></entry></Bundle>
        """

    private static let prefixed = """
        <f:Patient xmlns:f="http://hl7.org/fhir"><f:name><f:text value="Ada"/></f:name><![CDATA[ ]]><f:active value="true"/>
        </f:Patient>
        """

    private static let summary = #"""
        {"resourceType":"Bundle","signature":{},"entry":[{"fullUrl":"p","resource":{"resourceType":"Patient","name":[{"family":"A"}]}},{"resource":{"resourceType":"Immunization","status":"completed","patient":{"reference":"p"},"vaccineCode":{"coding":[{"system":"http://snomed.info/sct","code":"1+2"}],"text":"v"},"occurrenceDateTime":"2021-01-01T10:00:00Z","performer":[{"actor":{"reference":"#d"}}],"contained":[{"resourceType":"PractitionerRole","id":"d","practitioner":{"reference":"p"}}]}},{"resource":{"resourceType":"Condition","subject":{"reference":"p/_history/1"},"code":{"coding":[{"system":"http://hl7.org/fhir/sid/icd-10","code":"B01.-"}]}}}]}
        """#
}
