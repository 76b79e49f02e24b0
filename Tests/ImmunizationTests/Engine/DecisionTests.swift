import Immunization
import Testing

/// What a doctor has to decide, and what is forbidden by the vaccine and not by the disease.
@Suite("Contraindications and what a doctor decides", .timeLimit(.minutes(3)))
struct DecisionTests {
    private static let why = #""text": {"en": "Why"}"#

    @Test("a live vaccine is forbidden, and the inactivated one of the same disease stays recommended")
    func byVaccine() throws {
        var words = SmallSchedule(doses: "{}")
        words.rest = #""contraindications": [{"vaccines": ["*live"], "observations": ["weak", "pregnancy"]}],"#
        var patient = try ExampleSchedule.person("2020-01-01")
        patient.observations = [PatientObservation("weak")]
        let green = try words.forecast(patient, on: "2024-01-01")
        #expect(green.status == .notComplete)
        #expect(green.vaccines == ["green-dead", "green-old"])
        // Of another disease there is none but a live one.
        words.antigen = "gold"
        #expect(try words.forecast(patient, on: "2024-01-01").status == .contraindicated)
        patient.observations = []
        #expect(try words.forecast(patient, on: "2024-01-01").status == .notComplete)
    }

    @Test("a relative contraindication asks a doctor and says why; an absolute one goes before it")
    func relative() throws {
        var words = SmallSchedule(antigen: "gold", doses: "{}")
        words.rest = """
            "contraindications": [
              {"vaccines": ["*live"], "observation": "weak", "unless": ["mild"], "degree": "ask", \(Self.why)},
              {"antigens": ["gold"], "observation": "weak", "also": ["old"]}],
            """
        var patient = try ExampleSchedule.person("2020-01-01")
        patient.observations = [PatientObservation("weak")]
        let asking = try words.forecast(patient, on: "2024-01-01")
        #expect(asking.status == .askDoctor && asking.why == [["en": "Why"]] && asking.isCautioned)
        patient.observations.append(PatientObservation("mild"))
        #expect(try words.forecast(patient, on: "2024-01-01").status == .notComplete)
        patient.observations = [PatientObservation("weak"), PatientObservation("old")]
        #expect(try words.forecast(patient, on: "2024-01-01").status == .contraindicated)
    }

    @Test("a first dose after an age is asked about, a second isn't, and what is past its age stays so")
    func ageWindow() throws {
        var words = SmallSchedule(doses: #"{"ages": [{"maximum": "24 weeks"}]}, {}"#)
        words.rest = """
            "contraindications": [{"antigens": ["green"], "doses": [1], "from": "12 weeks", "degree": "ask", \(Self.why)}],
            """
        let born = try ExampleSchedule.person("2024-01-01")
        #expect(try words.forecast(born, on: "2024-03-24").status == .notComplete)
        #expect(try words.forecast(born, on: "2024-03-25").status == .askDoctor)
        #expect(try words.forecast(born, on: "2024-06-17").status == .agedOut)
        let begun = try ExampleSchedule.person("2024-01-01", ["green-dead 2024-02-01"])
        #expect(try words.forecast(begun, on: "2024-03-25").status == .notComplete)
    }

    @Test("a row or a dose that a doctor decides about is never due, and a plain row goes before it")
    func rows() throws {
        var words = SmallSchedule(doses: #"{"ask": {"en": "Why"}}, {}"#)
        let patient = try ExampleSchedule.person("2020-01-01")
        let engine = try words.engine()
        let advice = try #require(
            Recommender(engine).recommendations(for: patient, on: try ExampleSchedule.day("2024-01-01")).first)
        #expect(advice.state == .askDoctor && advice.why == [["en": "Why"]])
        #expect(advice.recommended == nil && advice.overdueFrom == nil && advice.doseNumber == 1)
        #expect(Recommender(engine).plan(for: patient, from: try ExampleSchedule.day("2024-01-01")).visits.isEmpty)
        #expect(try !words.forecast(patient, on: "2024-01-01").isCautioned)
        let begun = try ExampleSchedule.person("2020-01-01", ["green-dead 2024-01-01"])
        #expect(try words.forecast(begun, on: "2024-02-01").status == .notComplete)
        words.more = #", {"id": "plain", "antigens": ["green"], "doses": [{}, {}]}"#
        let assessment = try words.assess(patient, on: "2024-01-01")
        #expect(assessment.groups.map(\.status) == [.notComplete])
        // A path in which a dose counts goes before one that would start again.
        words.doses = #"{"vaccines": ["green-old"]}, {"ask": {"en": "Why"}}"#
        words.more = #", {"id": "plain", "antigens": ["green"], "doses": [{"vaccines": ["green-dead"]}]}"#
        let old = try ExampleSchedule.person("2020-01-01", ["green-old 2023-01-01"])
        #expect(try words.assess(old, on: "2024-01-01").groups.map(\.status) == [.askDoctor])
    }

    @Test("an antibody counts only where a dose names it")
    func antibodies() throws {
        let patient = try ExampleSchedule.person("2020-01-01", ["green-antibody 2023-01-01", "green-dead 2023-01-01"])
        let words = SmallSchedule(doses: #"{"alsoAccepted": ["*"]}, {}"#)
        #expect(try words.statuses(patient, on: "2024-01-01") == [.notValid, .valid])
        let named = SmallSchedule(doses: #"{"vaccines": ["green-antibody"]}"#)
        #expect(try named.statuses(patient, on: "2024-01-01").first == .valid)
    }

    @Test("a dose of what had lost the content on its day doesn't count")
    func content() throws {
        let patient = try ExampleSchedule.person("2010-01-01", ["green-drops 2016-04-30", "green-drops 2016-06-01"])
        let words = SmallSchedule(doses: "{}, {}")
        #expect(try words.statuses(patient, on: "2024-01-01") == [.valid, .notValid])
    }
}
