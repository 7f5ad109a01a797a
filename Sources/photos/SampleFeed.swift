/// A feed as Flickr sends it, with its invalid escapes (`\'`); people and places are invented.
///
/// Swift and not a resource, so that the binary runs anywhere.
enum SampleFeed {
    static let json = #"""
        {
          "title": "Recent Uploads tagged landscape or portrait",
          "link": "https:\/\/www.flickr.com\/photos\/",
          "items": [
            {"title": "Morning fog over the reservoir",
             "link": "https:\/\/www.flickr.com\/photos\/northlight\/99000000101\/",
             "media": {"m": "https:\/\/live.staticflickr.com\/65535\/99000000101_9fb998543b_m.jpg"},
             "author": "nobody@flickr.com (\"northlight example\")", "author_id": "900000001@N99",
             "tags": "landscape fog reservoir morning water"},
            {"title": "🌅 First light at the pier",
             "link": "https:\/\/www.flickr.com\/photos\/900000002@N99\/99000000238\/",
             "media": {"m": "https:\/\/live.staticflickr.com\/65535\/99000000238_a9af456173_m.jpg"},
             "author": "nobody@flickr.com (\"Ferry & Fog\")", "author_id": "900000002@N99",
             "tags": "landscape pier dawn harbour sea 🌅"},
            {"title": "해 질 녘 갈대밭",
             "link": "https:\/\/www.flickr.com\/photos\/haneul\/99000000649\/",
             "media": {"m": "https:\/\/live.staticflickr.com\/65535\/99000000649_a8e75a8b71_m.jpg"},
             "author": "nobody@flickr.com (\"하늘담은집\")", "author_id": "900000004@N99",
             "tags": "landscape 갈대 노을 습지 저녁"},
            {"title": "\"Portrait of a lighthouse keeper\", after the storm",
             "link": "https:\/\/www.flickr.com\/photos\/900000008@N99\/99000001334\/",
             "media": {"m": "https:\/\/live.staticflickr.com\/65535\/99000001334_72ccefd3c7_m.jpg"},
             "author": "nobody@flickr.com (\"the \"second\" shutter\")", "author_id": "900000008@N99",
             "tags": "portrait lighthouse storm keeper"},
            {"title": "It\'s the barley\'s last week, isn\'t it?",
             "link": "https:\/\/www.flickr.com\/photos\/northlight\/99000001471\/",
             "media": {"m": "https:\/\/live.staticflickr.com\/65535\/99000001471_376dd24a0f_m.jpg"},
             "author": "nobody@flickr.com (\"northlight example\")", "author_id": "900000001@N99",
             "tags": "landscape barley field farmers\' summer"},
            {"title": "夕焼けの田んぼ \/ 日暮れの道",
             "link": "https:\/\/www.flickr.com\/photos\/tanbo-camera\/99000001882\/",
             "media": {"m": "https:\/\/live.staticflickr.com\/65535\/99000001882_7761285604_m.jpg"},
             "author": "nobody@flickr.com (\"畦道カメラ\")", "author_id": "900000011@N99",
             "tags": "landscape 夕焼け 田んぼ"},
            {"title": "C:\\scans\\\'86 negatives\\roll 3",
             "link": "https:\/\/www.flickr.com\/photos\/900000009@N99\/99000002156\/",
             "media": {"m": "https:\/\/live.staticflickr.com\/65535\/99000002156_0becc54421_m.jpg"},
             "author": "nobody@flickr.com (\"Contact Sheet\")", "author_id": "900000009@N99",
             "tags": "landscape film scan 1986"}
          ]
        }
        """#
}
