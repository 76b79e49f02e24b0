/// The codes of the value sets that EU certificates draw on, one a line: code, display name, and `withdrawn` where the
/// set keeps a code for old certificates only.
///
/// The codes and names are facts of the EU eHealth Network's value sets, at the versions named beside each, published at
/// https://github.com/ehn-dcc-development/eu-dcc-valuesets.
extension ValueSet {
    /// Of 2021-04-27.
    static let diseaseCodes = """
        840539006|COVID-19
        """

    /// Of 2023-01-25.
    static let vaccineCodes = """
        1119305005|SARS-CoV-2 antigen vaccine
        1119349007|SARS-CoV-2 mRNA vaccine
        J07BX03|covid-19 vaccines|withdrawn
        1162643001|SARS-CoV-2 recombinant spike protein antigen vaccine
        1157024006|Inactivated whole SARS-CoV-2 antigen vaccine
        29061000087103|COVID-19 non-replicating viral vector vaccine
        28531000087107|COVID-19 vaccine
        30141000087107|SARS-CoV-2 virus-like particle antigen vaccine
        1187593009|SARS-CoV-2 DNA plasmid encoding spike protein vaccine
        """

    /// Of 2022-11-30.
    static let productCodes = """
        EU/1/20/1528|Comirnaty
        EU/1/20/1507|Spikevax
        EU/1/21/1529|Vaxzevria
        EU/1/20/1525|Jcovden
        CVnCoV|CVnCoV
        NVX-CoV2373|NVX-CoV2373|withdrawn
        Sputnik-V|Sputnik-V
        Convidecia|Convidecia
        EpiVacCorona|EpiVacCorona
        BBIBP-CorV|BBIBP-CorV
        Inactivated-SARS-CoV-2-Vero-Cell|Inactivated SARS-CoV-2 (Vero Cell)|withdrawn
        CoronaVac|CoronaVac
        Covaxin|Covaxin
        Covishield|Covishield
        Covid-19-recombinant|Covid-19 (recombinant)
        R-COVI|R-COVI
        CoviVac|CoviVac
        Sputnik-Light|Sputnik Light
        Hayat-Vax|Hayat-Vax
        Abdala|Abdala
        WIBP-CorV|WIBP-CorV
        MVC-COV1901|MVC COVID-19 vaccine
        EU/1/21/1618|Nuvaxovid
        Covovax|Covovax
        Vidprevtyn|Vidprevtyn|withdrawn
        VLA2001|VLA2001|withdrawn
        EpiVacCorona-N|EpiVacCorona-N
        Sputnik-M|Sputnik M
        Covid-19-adsorvida-inativada|Vacina adsorvida covid-19 (inativada)
        NVSI-06-08|NVSI-06-08
        YS-SC2-010|YS-SC2-010
        SCTV01C|SCTV01C
        Covifenz|Covifenz
        AZD2816|AZD2816
        Soberana-02|Soberana 02
        Soberana-Plus|Soberana Plus
        EU/1/21/1624|COVID-19 Vaccine Valneva
        EU/1/21/1580|VidPrevtyn Beta
        EU/1/22/1709|Bimervax
        """

    /// Of 2022-01-26.
    static let manufacturerCodes = """
        ORG-100001699|AstraZeneca AB
        ORG-100030215|Biontech Manufacturing GmbH
        ORG-100001417|Janssen-Cilag International
        ORG-100031184|Moderna Biotech Spain S.L.
        ORG-100006270|Curevac AG
        ORG-100013793|CanSino Biologics
        ORG-100020693|China Sinopharm International Corp. - Beijing location
        ORG-100010771|Sinopharm Weiqida Europe Pharmaceutical s.r.o. - Prague location
        ORG-100024420|Sinopharm Zhijun (Shenzhen) Pharmaceutical Co. Ltd. - Shenzhen location
        ORG-100032020|Novavax CZ a.s.
        Gamaleya-Research-Institute|Gamaleya Research Institute
        Vector-Institute|Vector Institute
        Sinovac-Biotech|Sinovac Biotech
        Bharat-Biotech|Bharat Biotech
        ORG-100001981|Serum Institute Of India Private Limited
        Fiocruz|Fiocruz
        ORG-100007893|R-Pharm CJSC
        Chumakov-Federal-Scientific-Center|Chumakov Federal Scientific Center for Research and Development of Immune-and-Biological Products
        ORG-100023050|Gulf Pharmaceutical Industries
        CIGB|Center for Genetic Engineering and Biotechnology
        Sinopharm-WIBP|Sinopharm - Wuhan Institute of Biological Products
        ORG-100033914|Medigen Vaccine Biologics Corporation
        ORG-100000788|Sanofi Pasteur
        ORG-100036422|Valneva France
        Instituto-Butantan|Instituto Butantan
        NVSI|National Vaccine and Serum Institute, China
        Yisheng-Biopharma|Yisheng Biopharma
        ORG-100026614|Sinocelltech Ltd.
        ORG-100008549|Medicago Inc.
        Finlay-Institute|Finlay Institute of Vaccines
        ORG-100036914|Hipra Human Health S.L.
        """

    /// Of 2021-04-27.
    static let testTypeCodes = """
        LP6464-4|Nucleic acid amplification with probe detection
        LP217198-3|Rapid immunoassay
        """

    /// Of 2021-04-27.
    static let testResultCodes = """
        260415000|Not detected
        260373001|Detected
        """
}
