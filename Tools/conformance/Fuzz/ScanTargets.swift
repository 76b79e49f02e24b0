import CivilDates
import Scanning

/// Templates of forms, and what the reader's process says of a page.
enum ScanTargets {
    static func all() throws -> [FuzzTarget] {
        let template = try ScanTemplate(parsing: Array(booklet.utf8))
        let settings = ScanSettings(today: CalendarDate("2026-11-25") ?? .last, lexicon: lexicon, names: ["Ada Weber"])
        let count = template.pages[0].count
        return [
            FuzzTarget(name: "scan-template", inputs: [Array(booklet.utf8), Array(form.utf8)]) { bytes in
                guard let template = try? ScanTemplate(parsing: bytes) else { return }
                for page in template.pages { _ = ReaderRequest().header(for: page) }
                _ = template.json
            },
            FuzzTarget(name: "scan-answer", inputs: [Array(answer.utf8)]) { bytes in
                guard let answer = try? ReaderAnswer(parsing: bytes, regions: count) else { return }
                let result = ScanResult(template, [answer], settings)
                _ = result.json
            },
        ]
    }

    private static let lexicon = VaccineLexicon([
        LexiconEntry(id: "boostrix", names: ["Boostrix"], targets: ["tetanus", "diphtheria"]),
        LexiconEntry(id: "boostrix-polio", names: ["Boostrix Polio"], targets: ["tetanus", "diphtheria", "polio"]),
        LexiconEntry(id: "prevenar-13", names: ["Prevenar 13"], targets: ["pneumococcal"]),
        LexiconEntry(id: "priorix", names: ["Priorix"], targets: ["measles", "mumps", "rubella"]),
    ])

    private static let booklet = """
        {"format":"vaccinapp-scan-template/1","id":"small","title":"Schutzimpfungen","aspect":1.4,
        "rows":{"top":0.2,"height":0.6,"count":3},"columns":[
        {"name":"date","type":"date","left":0.0,"width":0.2},
        {"name":"sticker","type":"sticker","left":0.2,"width":0.4},
        {"name":"polio","type":"cross:polio","left":0.6,"width":0.05},
        {"name":"tdap","type":"cross:tetanus+diphtheria","left":0.65,"width":0.05}],"regions":[
        {"name":"total","type":"points","left":0.7,"top":0.2,"width":0.1,"height":0.1},
        {"name":"one","type":"points","left":0.7,"top":0.3,"width":0.1,"height":0.1},
        {"name":"two","type":"points","left":0.7,"top":0.4,"width":0.1,"height":0.1},
        {"name":"twin","type":"points","left":0.7,"top":0.5,"width":0.1,"height":0.1}],
        "links":[{"kind":"sum","regions":["total","one","two"]},{"kind":"equal","regions":["two","twin"]}]}
        """

    private static let form = """
        {"template":"exam","pages":[{"aspect":0.7,"regions":[
        {"name":"grade","type":"grade","left":0.1,"top":0.1,"width":0.1,"height":0.1},
        {"name":"group","type":"choice","choices":["A","B"],"left":0.1,"top":0.3,"width":0.1,"height":0.1},
        {"name":"code","type":"code","pattern":"A-99","checkDigit":true,"left":0.1,"top":0.5,"width":0.1,"height":0.1}
        ]}],"links":[{"kind":"order","regions":["grade"]}]}
        """

    private static let answer = """
        picture\t3000\t2000
        page\tfound\t0.97\t10 10 2990 10 2990 1990 10 1990
        quality\tblurred
        words\t0\tgrey-7
        word\t0\t0.01\t0.21\t0.1\t0.24\t91.5\t(3.05.2019
        words\t0\tbinary-7
        word\t0\t0.01\t0.21\t0.1\t0.24\t71.5\t13.05.20}|
        words\t1\tlines-7
        word\t0\t0.21\t0.21\t0.3\t0.24\t95\tBoostrix
        word\t0\t0.31\t0.21\t0.4\t0.24\t95\tPolio
        word\t1\t0.21\t0.25\t0.3\t0.27\t95\tCh.-B.:
        word\t1\t0.31\t0.25\t0.4\t0.27\t95\tA21CB437A
        word\t2\t0.21\t0.28\t0.3\t0.3\t95\tEXP
        word\t2\t0.31\t0.28\t0.4\t0.3\t95\t08/2025
        ink\t2\t0.2
        ink\t3\t0.01
        words\t4\tgrey-7
        word\t0\t0.01\t0.41\t0.1\t0.44\t91.5\t"
        words\t12\tgrey-7
        word\t0\t0.7\t0.2\t0.8\t0.3\t95\t12,5
        words\t13\tgrey-7
        word\t0\t0.7\t0.3\t0.8\t0.4\t95\t4
        words\t14\tgrey-7
        word\t0\t0.7\t0.4\t0.8\t0.5\t60\t\\0
        words\t15\tgrey-7
        word\t0\t0.7\t0.5\t0.8\t0.6\t95\t8,5
        code\t0.3\t0.22\t0.35\t0.25\tDataMatrix\t0104025334999239172508310010G8C03\\x1D21MR6D
        drawn\t1\t1\t3
        abc
        """
}
