extension WordList {
    /// English, three to nine letters, in alphabetical order.
    static let english = """
        able about above accent accept access acid acorn across act action active actor actual adapt add adult advice
        afford after again age agent agree ahead aim air alarm album alert alike alive alley allow almond almost alone
        along alpha alpine also always amaze amber amount ample anchor angle angry animal ankle annual answer ant any
        apart apple apply apricot april apron arch area arena argue arm armor around arrange arrive arrow art artist ash
        aside ask asleep aspect asset atlas atom attach attend attic august aunt author auto autumn avenue avoid awake
        award aware away axis baby back bacon badge badger bag bake baker balance ball ballet balloon bamboo banana band
        bank banner bar barber bare barn barrel base basic basil basin basket bat batch bath beach beacon bead beak beam
        bean bear beard beast beauty beaver become bed beech beef beetle before begin behind being bell belong below
        belt bench bend berry best better between beyond bicycle big bike bin birch bird birth biscuit bitter black
        blade blame blank blanket blend blind block bloom blossom blouse blue board boat body boil bold bolt bone bonus
        book boost boot border borrow boss both bottle bottom bounce bow bowl box boy brain brake branch brass brave
        bread break breath breeze brick bride bridge brief bright bring brisk broad bronze brook broom brother brown
        brush bubble bucket budget build bulb bull bundle bunny burger bus bush busy butter button buy buzz cabin
        cabinet cable cactus cage cake call calm camel camera camp canal candle candy cannon canoe canvas canyon cap
        cape captain car carbon card care cargo carpet carrot carry cart carve case cash castle casual cat catch cattle
        cause cave cedar ceiling celery cell cellar cello cement center central cereal certain chain chair chalk
        champion chance change channel chapel chapter charge charity charm chart chase cheap check cheek cheer cheese
        chef cherry chess chest chew chicken chief child chill chimney chin chip choice choir choose chorus church cider
        cinema circle circus citizen city civil claim clap clarinet class clay clean clear clerk clever click cliff
        climate climb clinic clip clock close closet cloth cloud clover clown club coach coal coast coat cobalt cocoa
        coconut code coffee coil coin cold collar collect college colony color column comb come comet comfort comic
        common company compass concert cone cook cool copper copy coral cord core corn corner correct cosmos cost
        cottage cotton couch cough could council count country county couple courage course court cousin cover cow
        coyote crab cradle craft crane crash crater crayon cream create credit creek crew cricket crisp crop cross crowd
        crown cruise crumb crust crystal cube cuckoo cup cupboard cure curious curl curry curtain curve cushion custom
        cut cycle cymbal dad daily dairy daisy dance danger daring dark dash data date daughter dawn day deal dear
        debate decade decent decide deck deep deer degree delay deliver delta demand den denim dentist depart depend
        depth deputy desert design desk dessert detail develop device dew dial diamond diary dice diesel diet differ dig
        digit dinner direct dish disk distance ditch dive divide dizzy doctor dog doll dollar dolphin domain dome donate
        donkey door dose dot double dough dove down dozen draft dragon drama draw drawer dream dress drift drill drink
        drive drop drum dry duck due duet dull dune during dust duty dwarf dynamo each eager eagle ear early earn earth
        easel east easy eat echo eclipse edge edit editor effect effort egg eight either elbow elder elect elegant
        element eleven elf elk elm else embark ember emblem empire employ empty enable end endless energy engine enjoy
        enough enrich enter entire entry envelope equal era errand escape essay estate even evening event ever every
        exact exam example excite exist exit exotic expand expect expert explain explore express extend extra eye fabric
        face fact factory fade fair fairy faith falcon fall family famous fan fancy far farm farmer fashion fast father
        fault favor feast feather feature feed feel fellow fence fern ferry festival fetch fever few fiber fiction
        fiddle field fifteen fifty fig figure file fill film filter final finch find fine finger finish fir fire firm
        first fish fist fit five fix flag flake flame flannel flash flat flavor fleet flight flint float flock flood
        floor flour flow flower fluid flute fly foam focus fog foil fold folk follow food foot forest forever forget
        fork form formal fort fortune forty forum forward fossil found four fox frame free freeze fresh friday fridge
        friend fringe frog front frost frozen fruit fuel full fun funny fur furnace future gadget galaxy gallery gallop
        game gap garage garden garlic garment gas gate gather gauge gaze gear gem general genius gentle genuine gesture
        get ghost giant gift ginger giraffe girl give glacier glad glance glass gleam glide globe glory glove glow glue
        goal goat gold golden golf good goose gorilla gospel gown grace grade grain gram grand granite grape graph grass
        gravel gravity gray great green greet grid grill grin grip groove ground group grove grow growth guard guess
        guest guide guitar gulf gull gum guy gym habit hail hair half hall halo ham hammer hammock hamster hand handle
        handy hang happen happy harbor hard harmony harp harvest hat hatch have hawk hay hazel head heal health heap
        hear heart heat heavy hedge heel height helmet help hen herb herd here hero heron hidden high hike hill hint hip
        history hobby hockey hold hole holiday hollow holly home honest honey hood hook hop hope horizon horn horse hose
        hospital host hotel hour house hover how hub hug huge human humble humor hundred hunt hurdle hurry husky hut
        hybrid ice icicle icon idea ideal iguana image imagine immune impact improve inch include income index indigo
        indoor infant inform ink inner input insect inside inspire intact invent invest invite iris iron island item
        ivory ivy jacket jaguar jam january jar jasmine jaw jazz jeans jelly jersey jewel jigsaw job jockey join joke
        jolly journal journey joy judge juggle juice july jump june jungle junior juniper jury just kangaroo kayak keen
        keep kernel kettle key keyboard kid kidney kind king kingdom kiosk kiss kitchen kite kitten kiwi knee knife
        knight knit knock knot know koala label labor lace ladder lady lagoon lake lamb lamp land lane language lantern
        lap large lark laser last late lather laugh launch laundry laurel lava lavender law lawn lawyer layer lazy lead
        leaf league leap learn leather leave lecture left leg legal legend lemon lend length lens leopard lesson letter
        lettuce level lever library license lid life lift light like lilac lily limb lime limit line linen link lion lip
        liquid list listen liter little live liver lizard llama load loaf loan lobby lobster local lock locket lodge log
        logic long look loop loose lotus loud lounge love low loyal lucky lumber lunar lunch lung lute luxury lyric
        machine magic magnet maid mail main major make male mallet mammal mammoth man manage mango manner mansion mantle
        manual maple marble march margin marine mark market marsh mask mason mass master mat match material math matter
        maximum may maybe mayor maze meadow meal mean measure meat medal media medium meet melody melon melt member
        memory mention menu merchant mercury mercy merge merit merry mesh message metal meteor meter method middle
        midnight might mild mile milk mill mind mine mineral minimum mint minute miracle mirror mist mitten mix mixture
        mobile model modern modest moment monday money monitor monkey month moon moose moral more morning mosaic moss
        most motel moth mother motion motor mount mountain mouse mouth move movie much mud muffin mug mule muscle museum
        music must mustard mutual mystery myth nail name napkin narrow nation native nature navy near neat neck needle
        nephew nerve nest net never new news next nice nickel niece night nine noble noise none noodle noon normal north
        nose note nothing notice novel november now number nurse nut nutmeg nylon oak oar oasis oat object oboe observe
        obtain obvious ocean october octopus odd offer office often oil okay old olive omega omelet once one onion
        online only onyx open opera opinion opposite optic option orange orbit orchard orchid order ordinary organ
        orient origin ostrich other otter ounce our outdoor outer outfit oval oven over owl own owner oxygen oyster
        ozone pace pack package pad paddle page paint pair palace palm pan panda panel panther papaya paper parade
        parcel parent park parrot parsley part partner party pass past pasta paste pastel pastry path patio patrol
        pattern pause pave paw pay pea peace peach peak peanut pear pearl pebble pecan pedal peel peer pelican pen
        pencil penguin penny people pepper perfect period permit person pet petal phone photo phrase piano pick pickle
        picnic picture pie piece pier pigeon pillow pilot pin pine pink pint pioneer pipe pirate pistachio pitch pizza
        place plain plan planet plank plant plate play player plaza please pledge plenty plot plow plug plum plus pocket
        poem poet point polar pole police polish polite pollen pond pony pool poor poplar popular porch porridge port
        portion portrait post postcard pot potato pottery pound powder power prairie praise prefer prepare present press
        pretty price pride prime prince print prism private prize problem process produce profit program project promise
        proof proper protect proud prove provide public pudding pull pulse pump pumpkin punch pupil puppet puppy pure
        purple purpose purse push puzzle pyramid quail quaint quality quantum quarry quarter quartz queen quest question
        quick quiet quill quilt quince quit quite quiz quota quote rabbit raccoon race rack radar radio radish raft rail
        rain rainbow raise raisin rally ramp ranch random range rank rapid rare rate rather raven raw ray reach react
        read ready real reason rebel recall receive recent recipe record recover red reduce reed reef reflect reform
        refresh region regret regular reindeer relate relax relay release relief rely remain remark remember remind
        remote remove render renew rent repair repeat replace reply report request rescue reserve resist resort respect
        rest result retire return reveal review reward rhyme rhythm rib ribbon rice rich ride ridge right rigid ring
        rinse ripe ripple rise ritual rival river road roar roast robe robin robot rock rocket rodeo role roll romance
        roof room rooster root rope rose rotate rough round route row royal rubber ruby rug ruin rule ruler run runner
        rural rush rust rye saddle safari safe saga sage sail sailor salad salmon salon salt same sample sand sandal
        sandwich sapphire satin saturn sauce sauna sausage save savory say scale scan scarf scene scenic school science
        scissors scooter score scout screen screw script scroll sea seal search season seat second secret section secure
        see seed seek seem select self sell senior sense sentence series serious serve service session set settle seven
        shade shadow shake shallow shampoo shape share shark sharp shed sheep sheet shelf shell shelter shield shift
        shine ship shirt shoe shop shore short should shoulder shout shovel show shower shrimp shrub shut shy side siege
        sight sign signal silent silk silly silver similar simple since sing single sink siren sister sit site six size
        skate sketch ski skill skin skirt sky slate sled sleep sleeve slender slice slide slim slipper slope slow small
        smart smile smoke smooth snack snail snake snap snow soap soccer social sock soda sofa soft soil solar soldier
        sole solid solo solution solve some son song sonic soon sort soul sound soup source south space spade spare
        spark sparrow speak special speech speed spell spend sphere spice spider spin spinach spiral spirit splash
        sponge spoon sport spot spray spread spring sprout spruce square squirrel stable stack stadium staff stage stair
        stamp stand staple star start state station statue stay steady steak steam steel steep stem step stereo stew
        stick still sting stitch stock stomach stone stool stop storage store stork storm story stove straight strange
        straw stream street stretch stride strike string stripe strong studio study stuff style subject submit subtle
        subway success such sudden sugar suggest suit suitcase sultan summer summit sun sunday sunny sunrise sunset
        super supper supply support sure surf surface surprise swallow swamp swan sweater sweet swift swim swing switch
        symbol symphony syrup system table tablet tail tailor take talent talk tall tan tango tank tape target task
        taste taxi tea teach team teapot tell temple ten tender tennis tent term test text textile thank that theater
        theme then theory there thick thin thing think third thirty thistle thought thread three thrive throne through
        throw thumb thunder thursday ticket tide tidy tie tiger tile timber time tin tiny tip tire tissue title toast
        today toe together token tomato tomorrow tone tongue tonic tool tooth top topaz topic torch tornado tortoise
        total touch tour tourist toward towel tower town toy track trade traffic trail train transfer travel tray
        treasure treat tree trek trend trial triangle tribe trick trim trio trip trolley trombone trophy tropical
        trouble trout truck true truly trumpet trunk trust truth try tube tuesday tug tulip tuna tunnel turbine turkey
        turn turnip turtle tutor twelve twenty twice twig twin twist two type typical ultra umbrella unable uncle under
        unfold uniform union unique unit unite universe until update upgrade uphold upon upper upset urban urge use
        useful usher usual vacant valley value valve van vanilla vapor various vase vast vault vector velvet vendor
        venture verb verse version very vessel veteran via video view village vine vintage vinyl violet violin virtue
        visa visit visitor vista visual vital vivid voice volcano volume vote vowel voyage waffle wage wagon waist wait
        waiter walk wall walnut walrus waltz want warm wash wasp watch water wave wax way wealth wear weather weave web
        wedding wednesday week weekend weigh weight welcome well west whale wheat wheel when where whisper whistle white
        whole why wide width wife wild willow win wind window wine wing winner winter wire wisdom wise wish witness wolf
        woman wonder wood wool word work workshop world worth wrap wreath wren wrist write writer yacht yard yarn year
        yeast yellow yesterday yet yoga yogurt young youth zebra zero zigzag zinc zipper zodiac zone zoo zoom
        """
}
