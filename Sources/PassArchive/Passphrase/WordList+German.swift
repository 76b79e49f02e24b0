extension WordList {
    /// German words without umlauts, three to nine letters, in alphabetical order.
    static let german = """
        aal abend aber abfahrt abflug absatz abschied absicht abstand achse acht acker adler adresse affe ahnung ahorn
        akkord akte akzent alarm album alge alle allein alltag alm alpen alphabet alt altar alter amboss ameise amsel
        amt ananas anfang angebot angel anker ankunft anlage anmut anorak anruf ansage anteil antenne antik antwort
        anzahl anzug apfel april aquarell arbeit archiv arena arm armband armut aroma arznei arzt asche ast aster atem
        atlas atom aube auch auftrag auge august aula ausblick ausflug ausgabe auskunft ausland ausweis auto autor axt
        azur bach backofen bad bagger bahn bahnhof balken balkon ball ballett ballon balsam bambus banane band bande
        bank bar barock bart basar basilikum bass bast batterie bau bauch bauer baum baustein bazar beamte becher becken
        bedarf beere beet beginn beige beil bein beispiel belag beleg bemerken benzin berater bereich berg bericht beruf
        besen besitz besser besteck besuch beton betrag betrieb bett beutel bewegung beweis bibel biber biegen biene
        bier bild billig binden birke birne bis bischof biskuit bitte blank blase blatt blau blech blei bleiben blick
        blind blitz block blond blume bluse blut boden bogen bohne bohrer bonbon boot bord botanik bote box brand braten
        brauch braun brause braut brei breit bremse brennen brett brief brille bringen brise brokat brombeere bronze
        brosche brot bruder brunnen brust buch buche bucht bude bug bummel bund bunt burg bus busch butter byte cafe
        campus cello chance chaos chef chemie chor chrom clown code computer container couch cousin creme dach dachs
        dame damm dampf dank darm dattel datum dauer daumen deck decke degen deich delfin delle denkmal depot detail
        deutlich dezember dialog dicht dichter dick dieb diele diener dienst diesel diktat dill ding diplom direkt
        dirigent distel docht dolch dom donner dorf dorn dorsch dose dotter drache draht drama dreh drei dreieck dreirad
        droge drossel druck drucker duell duett duft dunkel dunst dur durch durst dusche dynamik ebbe eben ebene echo
        echt ecke edel efeu egal ehe ehre ehrlich eiche eifer eigen eile eimer ein einfach einfall eingang einkauf
        einlass eins eis eisen eisvogel elan elch elefant element elf elite ellbogen elster emaille ende endlich energie
        eng engel enkel ente entwurf enzian epoche erbe erbse erde erdnuss erfolg erker erle erlebnis ernst ernte erst
        esche esel essen essig etage etikett etui eule euro ewig examen export extra fabel fabrik fach fackel faden
        fahne fahrer fahrrad fahrt fakt falke fall falter falz familie fanfare fang farbe farn fasan faser fass fassade
        faul faust favorit februar feder fee fegen feier feige feile fein feind feld fell fels fenchel fenster ferien
        fern ferse fertig fest fett feuer fichte fieber figur filiale film filter filz finale finder finger fink firma
        fisch fjord flach flagge flamme flanke flasche flaum fleck fleisch fliege fliese flink flirt flocke floh flora
        floss flosse flott flucht flug flur fluss flut fohlen folge folie forelle form forscher forst fort foto fracht
        frage franse frau frech frei freitag fremd freude freund frieden frisch frist froh fromm frosch frost frucht
        fuchs fuge fund funke funktion furche furt fuss futter gabe gabel galaxie galerie galopp gamasse gang gans ganz
        garage garbe garn garten gas gasse gast gattung gaumen gazelle gebet gebiet gebirge geburt gedicht geduld gefahr
        gehalt geheim geige geist gelb geld gelenk gemein genau genie genuss geologie gepard gerade gerecht gerste
        geruch gesang gesetz gesicht gestalt gesund gewand gewicht gewinn gewiss gewitter gier gips giraffe gitarre
        gitter glanz glas glatt glaube gleich gleis globus glocke glosse glut gnade gold golf gondel gorilla gott graben
        grad graf gramm granit gras grat grau grenze griff grill grille grinsen grob gros grotte grube gruft grund
        gruppe gruss gulasch gummi gunst gurke gurt gut haar habe habicht hafen hafer haft hagel hahn hai haken halb
        halle halm hals halt hammer hamster hand handel hang hantel harfe harke harmonie hart harz hase hasel hast haube
        hauch haufen haupt haus haut hebel hecht hecke heer hefe heft heide heil heim heiter heizung held helfer hell
        helm hemd henkel henne herbst herd herde hering herr herz heu heute hexe hilfe himbeere himmel hin hirn hirsch
        hirse hitze hobby hobel hoch hochzeit hof hoffnung hoheit hohl holunder holz honig hopfen horde horizont horn
        hort hose hotel huf hummel hummer humor hund hunger hupe husten hut hydrant hymne idee idol igel imbiss imker
        immer impfpass impuls index indigo ingwer inhalt insekt insel instinkt interesse iris irrtum jacht jacke jagd
        jaguar jahr januar jasmin jazz jeans jetzt jod jodler joghurt jubel jugend juli jung juni juwel kabel kabine
        kachel kader kaffee kahn kai kaiser kajak kakadu kakao kaktus kalb kalender kali kalk kalt kamel kamera kamille
        kamin kamm kammer kampf kanal kandidat kandis kanne kante kanu kanzel kap kapelle kapitel kappe kapsel kapuze
        karaffe karaoke karawane kardinal karies karneval karo karotte karpfen karre karte karton karussell kasse
        kastanie kasten kater katze kauf kauz kavalier kegel kehle keil keim keks kelch kelle keller kellner kern kerze
        kessel kette kiefer kiel kiemen kies kilo kilogramm kind kino kiosk kirche kirmes kirsche kissen kiste kitt
        kittel kiwi klage klamm klammer klang klappe klar klasse klavier klee kleid klein klemme klette klima klinge
        klinik klinke klippe klopfen kloster klotz klub klug knabe knall knapp knauf knecht knick knie knopf knospe
        knoten kobalt kobold koch koffer kohl kohle koje kokos kolben kollege kolonne komet komfort komisch komma
        kommode kompass kompott konfetti kongress konsul kontakt konto kontrast konzert kopf kopie koralle korb kord
        kordel kork korn kosmos kost kraft kragen kralle kran kranich kranz krapfen krater kraut krawatte krebs kreide
        kreis kresse kreuz kreuzung krieg krippe kritik krone krug krume kruste kuchen kuckuck kufe kugel kuh kulisse
        kultur kummer kunde kunst kupfer kuppel kur kurier kurs kurve kurz kuss kutsche kutter labor lachen lachs lack
        laden ladung lage lager lagune laie laken lakritze lama lamm lampe land landung lang langsam lanze laptop lasche
        last laster laterne latte laub lauch lauf laune laus laut lavendel lawine leben leber lecker leder leer legende
        lehm lehre lehrer leib leicht leid leim leine leinen leise leiste leiter lektion lernen leser leuchter leute
        licht lid lieb liebe lied liege lift liga lila lilie limette limonade linde lineal linie links linse lippe list
        liste liter lob loch locke locker lohn lokal lorbeer los luchs luft lunge lupe lust lustig luxus lyrik made
        magen mager magie magma magnet mahl mai mais majoran makler makrele mal maler malve malz mammut mandarine mandel
        mandoline mangel mango mann mantel mappe marder margerite marine mark marke markise markt marmelade marmor
        maroni mars marsch maske mast matrose matt matte mauer maul maulwurf maurer maus maximum medaille medien medizin
        meer mehl mehr meile meinung meise meister melisse melodie melone menge mensch menthol mentor merkmal merkur
        messe messer messing meter methode metro miene miete mikrofon milch mild milieu million milz mimik mimose
        minister minute minze mirabelle mispel mitglied mittag mitte mittel mittwoch mixer mode modell modern mofa mohn
        mokka molch moll moment monat mond monitor montag monument moor moos moped moral morchel morgen mosaik moschee
        motiv motor motte muff mulde multi mund muntere murmel muschel museum musik muskat muskel muster mut mutter
        mythos nabel nach nacht nacken nadel nagel nah naht name narbe narr narzisse nase natron natter natur nebel
        neffe neid neige neigung nektar nelke neon nerv nest nett netz neu neugier neun neutral nichte nickel niere
        nische niveau nixe nobel nonne nord norden norm notar note notiz nougat novelle november nudel null nummer nuss
        nutzen nylon oase obelisk ober obhut objekt oboe obst ocker ofen offen ohr okapi oktave oktober olive oma onkel
        opa opal oper opfer optik orange orbit orchester orchidee orden ordner ordnung organ orgel orient orkan ort ost
        osten ostern otter oval ozean paar pacht paddel page paket pakt palast palette palme pampa panda panik panorama
        panther pantoffel papa papagei papaya papier pappe pappel paprika parade parfum park parkett partner pass
        passage pastell pastete pate patent patrone pauke pause pech pedal pegel pelikan pelz pendel perfekt periode
        perle person pfad pfahl pfand pfanne pfau pfeffer pfeife pfeil pferd pflanze pflaster pflaume pflug pforte
        pfosten pfote pfund phase physik pilger pille pilot pilz pinguin pinie pinsel pionier pirat pistazie pizza
        plakat plan planet plastik platane platin platte platz plausch plombe plus pokal pol police polka pollen polster
        pommes pony pool portal portion porto portrait porzellan posaune post posten pracht praline pranke praxis
        predigt preis presse prima prinz prinzip prisma probe produkt profi profil programm projekt prosa prost prozent
        prozess prunk psalm publikum pudding pudel puder puffer puls pult pulver puma pumpe punkt pupille puppe purpur
        putz puzzle pyramide quader quadrat quaken qual qualle quark quartal quartett quarz quelle quer quitte quiz
        quote rabatt rabe rad radar radio radler rahm rahmen rakete rampe rand rang ranke rapunzel rasen rast rat ratte
        raub rauch raum raupe raute rebe rechen recht redakteur rede reet reflex reform regal regel regen regent regie
        region reh reibe reich reif reifen reihe reiher reim rein reis reise reiter reiz rekord rektor reliquie renner
        rennrad reptil reserve residenz rest resultat retter rettich revier rezept rhabarber rhythmus rind rinde ring
        rinne rippe ritter ritual rival robbe roboter robust rock rodel roggen roh rohr rolle roller roman rosa rose
        rosine rosmarin rost rot rotor route rubin ruck rucksack rudel ruder ruf ruhe ruhig ruhm ruine rum rumpf rund
        runde rutsche saal saat sache sack safran saft sage sahne saison saite sakko salat salbe salbei saldo salon
        salto salz same sammlung samowar samstag samt sand sandale sanft sardine satellit satin satt sattel saturn satz
        sauber sauce sauer sauna schach schacht schaf schal schale schalter scham schanze schar scharf schatten schatz
        schaufel schaukel schaum scheibe schein scheitel schelle schema schenkel schere scherz scheune schicht schick
        schiefer schiene schiff schild schilf schimmel schirm schlaf schlamm schlange schlank schlau schleife schlitten
        schloss schlucht schmal schmied schmuck schnabel schnalle schnecke schnee schneider schnell schnitt schnur
        scholle schopf schote schrank schraube schreiber schritt schuh schule schulter schuppe schuss schutz schwach
        schwalbe schwamm schwan schwarm schwarz schweif schwelle schwer schwert schwester schwung sechs see seele segel
        segen seide seife seil seite sekt sekunde sellerie seminar senf sense september serie serum sessel sichel sicher
        sieb sieben sieg siegel signal silbe silber silo sims simsen sinn sirene sirup sitz skala skat skizze skulptur
        smaragd socke soda sofa sofort sohle sohn solo sommer sonate sonde sonett sonne sonntag sorge sorte spalt spange
        spargel spat spatz specht speck speer speiche speicher speise spende sperling spiegel spiel spind spindel spinne
        spirale spitz splitter sporn sport sprache spross sprung spule spur staat stab stachel stadion stadt staffel
        stahl stall stamm stand stange stapel star stark start statue staub staude staunen steg steil stein stelle
        stelze stempel steppe stern stetig steuer stich stiefel stier stift stil still stimme stimmung stirn stock stoff
        stollen stolz storch strahl strand strategie strauch streifen streng strick strom strudel strumpf stube studio
        stufe stuhl stumm stunde sturm stute suche sultan summe sumpf suppe surfer symbol system szene tabak tabelle
        tablett tadel tafel tag takt tal talent talg tandem tango tank tanne tante tanz tapete tapir tarif tasche tasse
        taste tat tatze tau taube taucher taxi team technik tee teer teich teig teil teller tempel tempo tennis tenor
        teppich termin terrasse test teuer text theater thema theorie thron thymian tief tier tiger tinte tipp tisch
        titan titel toast tochter tomate ton tonne tor torf torte tour trab tracht tradition trage traktor traube trauer
        traum treffer treppe tresor treue tribut trichter trick trikot trio tritt trocken trommel trompete tropfen trost
        truhe trumpf tuba tuch tugend tukan tulpe tundra tunika tunnel turbine turm turnen turnier tusche typ ufer uhr
        uhu ulme umfang umlauf umriss umschlag umweg umwelt umzug unfug union universum unten unter uran urkunde urlaub
        ursache urteil urwald vanille vase vater ventil venus veranda verb verband verein vergleich verkehr verlag
        verlauf vers verstand vertrag vetter video vieh viel vier villa viola violine virus vision visum vitamin vogel
        volk voll volt vorbild vorhang vorrat vorsicht vorteil vortrag vorwort vulkan waage wabe wache wacholder wachs
        wachtel waffel wagen wahl wahr waise wal wald walnuss walze walzer wand wandel wange wanne wappen ware warm
        warnung warte warze wasser watte weben wechsel wecker weg wehr weich weide weiher wein weise weizen welle welpe
        welt wende wenig werbung werft werk wert wesen wespe west weste westen wette wetter wichtig wicke widder widmung
        wiege wiese wild wille wimpel wimper wind windel winkel winter winzer wippe wirbel wirt wissen witz woche woge
        wohl wohnung wolf wolke wolle wort wrack wucht wunder wunsch wurf wurm wurst wurzel yacht yak yoga zacke zahl
        zahn zander zange zapfen zart zauber zaun zebra zeder zehn zeichen zeile zeisig zeit zelle zelt zement zentner
        zentrum zeppelin zettel zeug zeuge ziege ziegel ziel zierde ziffer zimmer zimt zink zinn zirkel zirkus zitat
        zither zitrone zoll zone zoo zopf zorn zucker zug zukunft zunft zunge zutat zwang zwei zweifel zweig zwerg
        zwiebel zwilling zwirn zwischen zwist
        """
}
