/// A feed of twenty photos as Flickr sends it, its invalid escapes (`\'`) included; people and places are invented.
///
/// Swift and not a resource, so that the binary runs anywhere.
enum SampleFeed {
    static let json = #"""
        {
            "title": "Recent Uploads tagged landscape or portrait",
            "link": "https:\/\/www.flickr.com\/photos\/",
            "description": "",
            "modified": "2026-04-04T09:14:52Z",
            "generator": "https:\/\/www.flickr.com",
            "items": [
                {
                    "title": "Morning fog over the reservoir",
                    "link": "https:\/\/www.flickr.com\/photos\/northlight\/99000000101\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000000101_9fb998543b_m.jpg"},
                    "date_taken": "2026-04-02T06:12:40-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/northlight\/\">northlight example<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/northlight\/99000000101\/\" title=\"Morning fog over the reservoir\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000000101_9fb998543b_m.jpg\" width=\"240\" height=\"160\" alt=\"Morning fog over the reservoir\" \/><\/a><\/p> <p>Taken from the dam, ten minutes before the sun came over the ridge.<\/p> ",
                    "published": "2026-04-04T09:14:52Z",
                    "author": "nobody@flickr.com (\"northlight example\")",
                    "author_id": "900000001@N99",
                    "tags": "landscape fog reservoir morning water"
                },
                {
                    "title": "\ud83c\udf05 First light at the pier",
                    "link": "https:\/\/www.flickr.com\/photos\/900000002@N99\/99000000238\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000000238_a9af456173_m.jpg"},
                    "date_taken": "2026-04-03T05:58:03-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000002@N99\/\">Ferry &amp; Fog<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000002@N99\/99000000238\/\" title=\"\ud83c\udf05 First light at the pier\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000000238_a9af456173_m.jpg\" width=\"240\" height=\"135\" alt=\"\ud83c\udf05 First light at the pier\" \/><\/a><\/p> ",
                    "published": "2026-04-04T09:14:31Z",
                    "author": "nobody@flickr.com (\"Ferry & Fog\")",
                    "author_id": "900000002@N99",
                    "tags": "landscape pier dawn harbour sea \ud83c\udf05"
                },
                {
                    "title": "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66 Family picnic above the lake",
                    "link": "https:\/\/www.flickr.com\/photos\/900000003@N99\/99000000375\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000000375_e26732a950_m.jpg"},
                    "date_taken": "2026-03-29T13:20:11-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000003@N99\/\">Ada Wanderfeld<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000003@N99\/99000000375\/\" title=\"\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66 Family picnic above the lake\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000000375_e26732a950_m.jpg\" width=\"240\" height=\"180\" alt=\"\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66 Family picnic above the lake\" \/><\/a><\/p> <p>All of us, and the neighbours\' dog.<br \/> <br \/> More in the album.<\/p> ",
                    "published": "2026-04-04T09:13:57Z",
                    "author": "nobody@flickr.com (\"Ada Wanderfeld\")",
                    "author_id": "900000003@N99",
                    "tags": "family picnic lake portrait landscape"
                },
                {
                    "title": "\ud83c\uddf0\ud83c\uddf7\ud83c\uddeb\ud83c\uddee Two flags on one ferry",
                    "link": "https:\/\/www.flickr.com\/photos\/900000002@N99\/99000000512\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000000512_0cbc404337_m.jpg"},
                    "date_taken": "2026-04-01T17:44:29-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000002@N99\/\">Ferry &amp; Fog<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000002@N99\/99000000512\/\" title=\"\ud83c\uddf0\ud83c\uddf7\ud83c\uddeb\ud83c\uddee Two flags on one ferry\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000000512_0cbc404337_m.jpg\" width=\"180\" height=\"240\" alt=\"\ud83c\uddf0\ud83c\uddf7\ud83c\uddeb\ud83c\uddee Two flags on one ferry\" \/><\/a><\/p> <p>\ud83c\uddf0\ud83c\uddf7 and \ud83c\uddeb\ud83c\uddee, side by side.<\/p> ",
                    "published": "2026-04-04T09:13:20Z",
                    "author": "nobody@flickr.com (\"Ferry & Fog\")",
                    "author_id": "900000002@N99",
                    "tags": "flags ferry portrait"
                },
                {
                    "title": "\ud574 \uc9c8 \ub158 \uac08\ub300\ubc2d",
                    "link": "https:\/\/www.flickr.com\/photos\/haneul\/99000000649\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000000649_a8e75a8b71_m.jpg"},
                    "date_taken": "2026-04-03T18:31:07-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/haneul\/\">\ud558\ub298\ub2f4\uc740\uc9d1<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/haneul\/99000000649\/\" title=\"\ud574 \uc9c8 \ub158 \uac08\ub300\ubc2d\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000000649_a8e75a8b71_m.jpg\" width=\"240\" height=\"160\" alt=\"\ud574 \uc9c8 \ub158 \uac08\ub300\ubc2d\" \/><\/a><\/p> <p>\uc21c\ucc9c\ub9cc \uc2b5\uc9c0\uc5d0\uc11c. \ubc14\ub78c\uc774 \ub9ce\uc774 \ubd88\ub358 \uc800\ub141.<\/p> ",
                    "published": "2026-04-04T09:12:48Z",
                    "author": "nobody@flickr.com (\"\ud558\ub298\ub2f4\uc740\uc9d1\")",
                    "author_id": "900000004@N99",
                    "tags": "landscape \uac08\ub300 \ub178\uc744 \uc2b5\uc9c0 \uc800\ub141"
                },
                {
                    "title": "",
                    "link": "https:\/\/www.flickr.com\/photos\/900000005@N99\/99000000786\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000000786_b0b7d1b359_m.jpg"},
                    "date_taken": "2026-04-04T08:02:55-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000005@N99\/\">\ub290\ub9b0\uac78\uc74c \uc0ac\uc9c4\ucca9<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000005@N99\/99000000786\/\" title=\"\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000000786_b0b7d1b359_m.jpg\" width=\"160\" height=\"240\" alt=\"\" \/><\/a><\/p> ",
                    "published": "2026-04-04T09:12:02Z",
                    "author": "nobody@flickr.com (\"\ub290\ub9b0\uac78\uc74c \uc0ac\uc9c4\ucca9\")",
                    "author_id": "900000005@N99",
                    "tags": "portrait"
                },
                {
                    "title": "The long way round: eleven hours on the slow train from the coast to the high moor, past nineteen stations without a name board, two weddings, one flock of very determined sheep, a guard who sang at every tunnel, a lunch of cold potatoes shared with strangers, and, just before the light went, this single tree that stood on the ridge as if somebody had asked it to wait for us and it had been too polite to say no",
                    "link": "https:\/\/www.flickr.com\/photos\/slow-train\/99000000923\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000000923_396a3005f9_m.jpg"},
                    "date_taken": "2026-03-21T19:06:42-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/slow-train\/\">slow train<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/slow-train\/99000000923\/\" title=\"The long way round: eleven hours on the slow train from the coast to the high moor, past nineteen stations without a name board, two weddings, one flock of very determined sheep, a guard who sang at every tunnel, a lunch of cold potatoes shared with strangers, and, just before the light went, this single tree that stood on the ridge as if somebody had asked it to wait for us and it had been too polite to say no\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000000923_396a3005f9_m.jpg\" width=\"240\" height=\"101\" alt=\"The long way round: eleven hours on the slow train from the coast to the high moor, past nineteen stations without a name board, two weddings, one flock of very determined sheep, a guard who sang at every tunnel, a lunch of cold potatoes shared with strangers, and, just before the light went, this single tree that stood on the ridge as if somebody had asked it to wait for us and it had been too polite to say no\" \/><\/a><\/p> <p>Stitched from nine frames.<\/p> ",
                    "published": "2026-04-04T09:11:40Z",
                    "author": "nobody@flickr.com (\"slow train\")",
                    "author_id": "900000006@N99",
                    "tags": "landscape panorama moor tree train journey"
                },
                {
                    "title": "Cafe\u0301 de la Re\u0301sidence, Vie\u0323\u0302t-style coffee",
                    "link": "https:\/\/www.flickr.com\/photos\/dune-emilie\/99000001060\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000001060_4a367675f9_m.jpg"},
                    "date_taken": "2026-04-02T10:15:00-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/dune-emilie\/\">\u00c9milie des Dunes<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/dune-emilie\/99000001060\/\" title=\"Cafe\u0301 de la Re\u0301sidence, Vie\u0323\u0302t-style coffee\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000001060_4a367675f9_m.jpg\" width=\"240\" height=\"240\" alt=\"Cafe\u0301 de la Re\u0301sidence, Vie\u0323\u0302t-style coffee\" \/><\/a><\/p> <p>The accents of this title are combining ones.<\/p> ",
                    "published": "2026-04-04T09:11:08Z",
                    "author": "nobody@flickr.com (\"\u00c9milie des Dunes\")",
                    "author_id": "900000007@N99",
                    "tags": "cafe\u0301 coffee portrait"
                },
                {
                    "title": "Cr\u00e8me br\u00fbl\u00e9e et for\u00eat, \u00e0 l\'aube",
                    "link": "https:\/\/www.flickr.com\/photos\/dune-emilie\/99000001197\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000001197_37e4003bb0_m.jpg"},
                    "date_taken": "2026-04-02T06:40:18-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/dune-emilie\/\">\u00c9milie des Dunes<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/dune-emilie\/99000001197\/\" title=\"Cr\u00e8me br\u00fbl\u00e9e et for\u00eat, \u00e0 l\'aube\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000001197_37e4003bb0_m.jpg\" width=\"240\" height=\"160\" alt=\"Cr\u00e8me br\u00fbl\u00e9e et for\u00eat, \u00e0 l\'aube\" \/><\/a><\/p> <p>L\'\u00e9t\u00e9 n\'est plus tr\u00e8s loin.<\/p> ",
                    "published": "2026-04-04T09:10:33Z",
                    "author": "nobody@flickr.com (\"\u00c9milie des Dunes\")",
                    "author_id": "900000007@N99",
                    "tags": "landscape for\u00eat aube \u00e9t\u00e9"
                },
                {
                    "title": "\"Portrait of a lighthouse keeper\", after the storm",
                    "link": "https:\/\/www.flickr.com\/photos\/900000008@N99\/99000001334\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000001334_72ccefd3c7_m.jpg"},
                    "date_taken": "2026-02-14T15:33:21-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000008@N99\/\">the &quot;second&quot; shutter<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000008@N99\/99000001334\/\" title=\"&quot;Portrait of a lighthouse keeper&quot;, after the storm\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000001334_72ccefd3c7_m.jpg\" width=\"160\" height=\"240\" alt=\"&quot;Portrait of a lighthouse keeper&quot;, after the storm\" \/><\/a><\/p> <p>He said: \"Take it now, then help me with the door.\"<\/p> ",
                    "published": "2026-04-04T09:10:01Z",
                    "author": "nobody@flickr.com (\"the \"second\" shutter\")",
                    "author_id": "900000008@N99",
                    "tags": "portrait lighthouse storm keeper"
                },
                {
                    "title": "It\'s the barley\'s last week, isn\'t it?",
                    "link": "https:\/\/www.flickr.com\/photos\/northlight\/99000001471\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000001471_376dd24a0f_m.jpg"},
                    "date_taken": "2026-03-30T16:09:47-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/northlight\/\">northlight example<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/northlight\/99000001471\/\" title=\"It\'s the barley\'s last week, isn\'t it?\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000001471_376dd24a0f_m.jpg\" width=\"240\" height=\"160\" alt=\"It\'s the barley\'s last week, isn\'t it?\" \/><\/a><\/p> <p>They\'re cutting on Monday. Don\'t wait.<\/p> ",
                    "published": "2026-04-04T09:09:36Z",
                    "author": "nobody@flickr.com (\"northlight example\")",
                    "author_id": "900000001@N99",
                    "tags": "landscape barley field farmers\' summer"
                },
                {
                    "title": "Contact sheet 12",
                    "link": "https:\/\/www.flickr.com\/photos\/900000009@N99\/99000001608\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000001608_a74d3f9dce_m.jpg"},
                    "date_taken": "2026-01-11T12:00:00-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000009@N99\/\">Contact Sheet<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000009@N99\/99000001608\/\" title=\"Contact sheet 12\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000001608_a74d3f9dce_m.jpg\" width=\"240\" height=\"189\" alt=\"Contact sheet 12\" \/><\/a><\/p> ",
                    "published": "2026-04-04T09:09:02Z",
                    "author": "nobody@flickr.com (\"Contact Sheet\")",
                    "author_id": "900000009@N99",
                    "tags": "landscape portrait film1 frame1 grain1 roll1 contactsheetnumber1 blackandwhite1 film2 frame2 grain2 roll2 contactsheetnumber2 blackandwhite2 film3 frame3 grain3 roll3 contactsheetnumber3 blackandwhite3 film4 frame4 grain4 roll4 contactsheetnumber4 blackandwhite4 film5 frame5 grain5 roll5 contactsheetnumber5 blackandwhite5 film6 frame6 grain6 roll6 contactsheetnumber6 blackandwhite6 film7 frame7 grain7 roll7 contactsheetnumber7 blackandwhite7 film8 frame8 grain8 roll8 contactsheetnumber8 blackandwhite8 film9 frame9 grain9 roll9 contactsheetnumber9 blackandwhite9 film10 frame10 grain10 roll10 contactsheetnumber10 blackandwhite10"
                },
                {
                    "title": " ",
                    "link": "https:\/\/www.flickr.com\/photos\/900000010@N99\/99000001745\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000001745_9d8b7e8b5b_m.jpg"},
                    "date_taken": "2026-04-04T07:55:16-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000010@N99\/\">Quiet Corner<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000010@N99\/99000001745\/\" title=\" \"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000001745_9d8b7e8b5b_m.jpg\" width=\"240\" height=\"160\" alt=\" \" \/><\/a><\/p> ",
                    "published": "2026-04-04T09:08:29Z",
                    "author": "nobody@flickr.com (\"Quiet Corner\")",
                    "author_id": "900000010@N99",
                    "tags": ""
                },
                {
                    "title": "\u5915\u713c\u3051\u306e\u7530\u3093\u307c \/ \u65e5\u66ae\u308c\u306e\u9053",
                    "link": "https:\/\/www.flickr.com\/photos\/tanbo-camera\/99000001882\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000001882_7761285604_m.jpg"},
                    "date_taken": "2026-04-03T18:02:38-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/tanbo-camera\/\">\u7566\u9053\u30ab\u30e1\u30e9<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/tanbo-camera\/99000001882\/\" title=\"\u5915\u713c\u3051\u306e\u7530\u3093\u307c \/ \u65e5\u66ae\u308c\u306e\u9053\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000001882_7761285604_m.jpg\" width=\"240\" height=\"160\" alt=\"\u5915\u713c\u3051\u306e\u7530\u3093\u307c \/ \u65e5\u66ae\u308c\u306e\u9053\" \/><\/a><\/p> <p>\u7a32\u306f\u307e\u3060\u77ed\u3044\u3002<\/p> ",
                    "published": "2026-04-04T09:07:58Z",
                    "author": "nobody@flickr.com (\"\u7566\u9053\u30ab\u30e1\u30e9\")",
                    "author_id": "900000011@N99",
                    "tags": "landscape \u5915\u713c\u3051 \u7530\u3093\u307c"
                },
                {
                    "title": "DSC_0417.jpg",
                    "link": "https:\/\/www.flickr.com\/photos\/900000012@N99\/99000002019\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000002019_7369fa4c7d_m.jpg"},
                    "date_taken": "2026-04-04T01:17:09-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000012@N99\/\">dsc uploads<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000012@N99\/99000002019\/\" title=\"DSC_0417.jpg\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000002019_7369fa4c7d_m.jpg\" width=\"240\" height=\"160\" alt=\"DSC_0417.jpg\" \/><\/a><\/p> ",
                    "published": "2026-04-04T09:07:20Z",
                    "author": "nobody@flickr.com (\"dsc uploads\")",
                    "author_id": "900000012@N99",
                    "tags": ""
                },
                {
                    "title": "C:\\scans\\\'86 negatives\\roll 3",
                    "link": "https:\/\/www.flickr.com\/photos\/900000009@N99\/99000002156\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000002156_0becc54421_m.jpg"},
                    "date_taken": "1986-08-09T00:00:00-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000009@N99\/\">Contact Sheet<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000009@N99\/99000002156\/\" title=\"C:\\scans\\\'86 negatives\\roll 3\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000002156_0becc54421_m.jpg\" width=\"240\" height=\"163\" alt=\"C:\\scans\\\'86 negatives\\roll 3\" \/><\/a><\/p> <p>Straight from the scanner, path and all: C:\\scans\\\'86 negatives.<\/p> ",
                    "published": "2026-04-04T09:06:51Z",
                    "author": "nobody@flickr.com (\"Contact Sheet\")",
                    "author_id": "900000009@N99",
                    "tags": "landscape film scan 1986"
                },
                {
                    "title": "\u0141\u00f3d\u017a \u2192 \u015awinouj\u015bcie \ud83d\ude82",
                    "link": "https:\/\/www.flickr.com\/photos\/slow-train\/99000002293\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000002293_86d664c099_m.jpg"},
                    "date_taken": "2026-03-20T08:21:44-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/slow-train\/\">slow train<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/slow-train\/99000002293\/\" title=\"\u0141\u00f3d\u017a \u2192 \u015awinouj\u015bcie \ud83d\ude82\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000002293_86d664c099_m.jpg\" width=\"240\" height=\"135\" alt=\"\u0141\u00f3d\u017a \u2192 \u015awinouj\u015bcie \ud83d\ude82\" \/><\/a><\/p> <p>Ostatni wagon, okno po lewej.<\/p> ",
                    "published": "2026-04-04T09:06:14Z",
                    "author": "nobody@flickr.com (\"slow train\")",
                    "author_id": "900000006@N99",
                    "tags": "landscape poci\u0105g wybrze\u017ce"
                },
                {
                    "title": "Salt & <i>pepper<\/i> moor; 50% off-season",
                    "link": "https:\/\/www.flickr.com\/photos\/900000002@N99\/99000002430\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000002430_bf88605945_m.jpg"},
                    "date_taken": "2026-03-28T11:48:30-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000002@N99\/\">Ferry &amp; Fog<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000002@N99\/99000002430\/\" title=\"Salt &amp; &lt;i&gt;pepper&lt;\/i&gt; moor; 50% off-season\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000002430_bf88605945_m.jpg\" width=\"240\" height=\"160\" alt=\"Salt &amp; &lt;i&gt;pepper&lt;\/i&gt; moor; 50% off-season\" \/><\/a><\/p> <p>Snow &amp; heather.<\/p> ",
                    "published": "2026-04-04T09:05:47Z",
                    "author": "nobody@flickr.com (\"Ferry & Fog\")",
                    "author_id": "900000002@N99",
                    "tags": "landscape snow heather moor"
                },
                {
                    "title": "\u0636\u0628\u0627\u0628 \u0641\u0648\u0642 \u0627\u0644\u062c\u0633\u0631",
                    "link": "https:\/\/www.flickr.com\/photos\/river-lens\/99000002567\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000002567_6035588cc9_m.jpg"},
                    "date_taken": "2026-04-02T05:30:12-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/river-lens\/\">\u0639\u062f\u0633\u0629 \u0627\u0644\u0646\u0647\u0631<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/river-lens\/99000002567\/\" title=\"\u0636\u0628\u0627\u0628 \u0641\u0648\u0642 \u0627\u0644\u062c\u0633\u0631\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000002567_6035588cc9_m.jpg\" width=\"240\" height=\"160\" alt=\"\u0636\u0628\u0627\u0628 \u0641\u0648\u0642 \u0627\u0644\u062c\u0633\u0631\" \/><\/a><\/p> ",
                    "published": "2026-04-04T09:05:11Z",
                    "author": "nobody@flickr.com (\"\u0639\u062f\u0633\u0629 \u0627\u0644\u0646\u0647\u0631\")",
                    "author_id": "900000013@N99",
                    "tags": "landscape \u0636\u0628\u0627\u0628 \u062c\u0633\u0631"
                },
                {
                    "title": "Self-portrait, 7:00 \u2615\ufe0f\ud83d\udc69\ud83c\udffd\u200d\ud83c\udfa8",
                    "link": "https:\/\/www.flickr.com\/photos\/900000014@N99\/99000002704\/",
                    "media": {"m":"https:\/\/live.staticflickr.com\/65535\/99000002704_72cd2c9152_m.jpg"},
                    "date_taken": "2026-04-04T07:00:00-08:00",
                    "description": " <p><a href=\"https:\/\/www.flickr.com\/people\/900000014@N99\/\">studio of one<\/a> posted a photo:<\/p> <p><a href=\"https:\/\/www.flickr.com\/photos\/900000014@N99\/99000002704\/\" title=\"Self-portrait, 7:00 \u2615\ufe0f\ud83d\udc69\ud83c\udffd\u200d\ud83c\udfa8\"><img src=\"https:\/\/live.staticflickr.com\/65535\/99000002704_72cd2c9152_m.jpg\" width=\"192\" height=\"240\" alt=\"Self-portrait, 7:00 \u2615\ufe0f\ud83d\udc69\ud83c\udffd\u200d\ud83c\udfa8\" \/><\/a><\/p> <p>Paint on my sleeve, as always.\nThe coffee\'s cold.<\/p> ",
                    "published": "2026-04-04T09:04:39Z",
                    "author": "nobody@flickr.com (\"studio of one\")",
                    "author_id": "900000014@N99",
                    "tags": "portrait selfportrait studio painter"
                }
            ]
        }
        """#
}
