import Testing

/// Examples of the specification of YAML 1.2.2, by number.
struct DocumentReaderSpecificationTests {
    @Test(arguments: [
        ("2.1", "- Mark McGwire\n- Sammy Sosa\n- Ken Griffey", #"["Mark McGwire","Sammy Sosa","Ken Griffey"]"#),
        ("2.2", "hr:  65    # Home runs\navg: 0.278 # Batting average\nrbi: 147", #"{"hr":65,"avg":0.278,"rbi":147}"#),
        (
            "2.3", "american:\n- Boston\n- Detroit\nnational:\n- New York",
            #"{"american":["Boston","Detroit"],"national":["New York"]}"#
        ),
        (
            "2.4", "-\n  name: Mark\n  hr:   65\n-\n  name: Sammy\n  hr:   63",
            #"[{"name":"Mark","hr":65},{"name":"Sammy","hr":63}]"#
        ),
        (
            "2.5", "- [name        , hr, avg  ]\n- [Mark McGwire, 65, 0.278]",
            #"[["name","hr","avg"],["Mark McGwire",65,0.278]]"#
        ),
        (
            "2.6", "Mark: {hr: 65, avg: 0.278}\nSammy: {\n    hr: 63,\n    avg: 0.288,\n }",
            #"{"Mark":{"hr":65,"avg":0.278},"Sammy":{"hr":63,"avg":0.288}}"#
        ),
        (
            "2.10", "---\nhr:\n- Mark\n# Following node labeled SS\n- &SS Sammy\nrbi:\n- *SS # Subsequent\n- Ken",
            #"{"hr":["Mark","Sammy"],"rbi":["Sammy","Ken"]}"#
        ),
        (
            "2.12", "---\n# Products\n- item    : Super Hoop\n  quantity: 1\n- item    : Basketball\n  quantity: 4",
            #"[{"item":"Super Hoop","quantity":1},{"item":"Basketball","quantity":4}]"#
        ),
        ("2.13", "# ASCII Art\n--- |\n  \\//||\\/||\n  // ||  ||__\n", #""\\//||\\/||\n// ||  ||__\n""#),
        (
            "2.14", "--- >\n  Mark McGwire's\n  year was crippled\n  by a knee injury.\n",
            #""Mark McGwire's year was crippled by a knee injury.\n""#
        ),
        (
            "2.15",
            "--- >\n Sammy Sosa completed another\n fine season.\n\n   63 Home Runs\n   0.288 Average\n\n What a year!\n",
            #""Sammy Sosa completed another fine season.\n\n  63 Home Runs\n  0.288 Average\n\nWhat a year!\n""#
        ),
        (
            "2.17",
            #"unicode: "Sosa did fine.\u263A""# + "\n" + #"hex esc: "\x0d\x0a is \r\n""#
                + "\nsingle: '\"Howdy!\" he cried.'\nquoted: ' # Not a ''comment''.'",
            #"{"unicode":"Sosa did fine.☺","hex esc":"\u000d\n is \u000d\n","single":"\"Howdy!\" he cried.","quoted":" # Not a 'comment'."}"#
        ),
        (
            "2.18",
            "plain:\n  This unquoted scalar\n  spans many lines.\n\nquoted: \"So does this\n  quoted scalar.\\n\"",
            #"{"plain":"This unquoted scalar spans many lines.","quoted":"So does this quoted scalar.\n"}"#
        ),
        (
            "5.3", "sequence:\n- one\n- two\nmapping:\n  ? sky\n  : blue\n  sea : green",
            #"{"sequence":["one","two"],"mapping":{"sky":"blue","sea":"green"}}"#
        ),
        (
            "5.12",
            "# Tabs and spaces\nquoted: \"Quoted \t\"\nblock:\t|\n  void main() {\n  \tprintf(\"Hello\");\n  }\n",
            #"{"quoted":"Quoted \u0009","block":"void main() {\n\u0009printf(\"Hello\");\n}\n"}"#
        ),
        (
            "6.1",
            "  # Leading comment line\n    # neither content\nNot indented:\n By one space: |\n    By four\n      spaces\n Flow style: [    # Leading\n   By two,        # in flow\n  Also by two,    # are neither\n  \tStill by two   # content nor\n    ]             # indentation.",
            #"{"Not indented":{"By one space":"By four\n  spaces\n","Flow style":["By two","Also by two","Still by two"]}}"#
        ),
        ("6.2", "? a\n: -\tb\n  -  -\tc\n     - d", #"{"a":["b",["c","d"]]}"#),
        (
            "6.4", "plain: text\n  lines\nquoted: \"text\n  \tlines\"\nblock: |\n  text\n   \tlines\n",
            #"{"plain":"text lines","quoted":"text lines","block":"text\n \u0009lines\n"}"#
        ),
        ("6.6", ">-\n  trimmed\n  \n \n\n  as\n  space\n", #""trimmed\n\n\nas space""#),
        ("6.7", ">\n  foo \n \n  \t bar\n\n  baz\n", #""foo \n\n\u0009 bar\n\nbaz\n""#),
        ("6.8", "\"\n  foo \n \n  \t bar\n\n  baz\n\"", #"" foo\nbar\nbaz ""#),
        ("6.9", "key:    # Comment\n  value", #"{"key":"value"}"#),
        ("6.23", "!!str &a1 \"foo\":\n  !!str bar\n&a2 baz : *a1", #"{"foo":"bar","baz":"foo"}"#),
        (
            "6.29", "First occurrence: &anchor Value\nSecond occurrence: *anchor",
            #"{"First occurrence":"Value","Second occurrence":"Value"}"#
        ),
        ("7.2", "{\n  foo : !!str,\n  !!str : bar,\n}", #"{"foo":"","":"bar"}"#),
        ("7.3", "{\n  ? foo :,\n  : bar,\n}", #"{"foo":null,"":"bar"}"#),
        (
            "7.4", "'implicit block key' : [\n  'implicit flow key' : value,\n ]",
            #"{"implicit block key":[{"implicit flow key":"value"}]}"#
        ),
        (
            "7.5", "\"folded \nto a space,\t\n \nto a line feed, or \t\\\n \\ \tnon-content\"",
            #""folded to a space,\nto a line feed, or \u0009 \u0009non-content""#
        ),
        (
            "7.6", "\" 1st non-empty\n\n 2nd non-empty \n\t3rd non-empty \"",
            #"" 1st non-empty\n2nd non-empty 3rd non-empty ""#
        ),
        (
            "7.10",
            "- ::vector\n- \": - ()\"\n- Up, up, and away!\n- -123\n- http://example.com/foo#bar\n- [ ::vector,\n  \": - ()\",\n  \"Up, up and away!\",\n  -123,\n  http://example.com/foo#bar ]",
            #"["::vector",": - ()","Up, up, and away!",-123,"http://example.com/foo#bar",["::vector",": - ()","Up, up and away!",-123,"http://example.com/foo#bar"]]"#
        ),
        ("7.12", "1st non-empty\n\n 2nd non-empty \n\t3rd non-empty", #""1st non-empty\n2nd non-empty 3rd non-empty""#),
        (
            "7.14", "[\n\"double\n quoted\", 'single\n           quoted',\nplain\n text, [ nested ],\nsingle: pair,\n]",
            #"["double quoted","single quoted","plain text",["nested"],{"single":"pair"}]"#
        ),
        (
            "7.15", "- { one : two , three: four , }\n- {five: six,seven : eight}",
            #"[{"one":"two","three":"four"},{"five":"six","seven":"eight"}]"#
        ),
        (
            "7.17", "{\nunquoted : \"separate\",\nhttp://foo.com,\nomitted value:,\n: omitted key,\n}",
            #"{"unquoted":"separate","http://foo.com":null,"omitted value":null,"":"omitted key"}"#
        ),
        (
            "7.18", "{\n\"adjacent\":value,\n\"readable\": value,\n\"empty\":\n}",
            #"{"adjacent":"value","readable":"value","empty":null}"#
        ),
        ("7.20", "[\n? foo\n bar : baz\n]", #"[{"foo bar":"baz"}]"#),
        (
            "8.1",
            "- | # Empty header\n literal\n- >1 # Indentation indicator\n  folded\n- |+ # Chomping indicator\n keep\n\n- >1- # Both indicators\n  strip\n",
            #"["literal\n"," folded\n","keep\n\n"," strip"]"#
        ),
        (
            "8.2", "- |\n detected\n- >\n \n  \n  # detected\n- |1\n  explicit\n- >\n \t\n detected\n",
            #"["detected\n","\n\n# detected\n"," explicit\n","\u0009\ndetected\n"]"#
        ),
        (
            "8.4", "strip: |-\n  text\nclip: |\n  text\nkeep: |+\n  text\n",
            #"{"strip":"text","clip":"text\n","keep":"text\n"}"#
        ),
        (
            "8.5",
            " # Strip\n  # Comments:\nstrip: |-\n  # text\n  \n # Clip\n  # comments:\n\nclip: |\n  # text\n \n # Keep\n  # comments:\n\nkeep: |+\n  # text\n\n # Trail\n  # comments.\n",
            ##"{"strip":"# text","clip":"# text\n","keep":"# text\n\n"}"##
        ),
        ("8.6", "strip: >-\n\nclip: >\n\nkeep: |+\n\n", #"{"strip":"","clip":"","keep":"\n"}"#),
        (
            "8.10",
            ">\n\n folded\n line\n\n next\n line\n   * bullet\n\n   * list\n   * lines\n\n last\n line\n\n# Comment\n",
            #""\nfolded line\nnext line\n  * bullet\n\n  * list\n  * lines\n\nlast line\n""#
        ),
        (
            "8.15",
            "- # Empty\n- |\n block node\n- - one # Compact\n  - two # sequence\n- one: two # Compact mapping\n",
            #"[null,"block node\n",["one","two"],{"one":"two"}]"#
        ),
        (
            "8.17",
            "? explicit key # Empty value\n? |\n  block key\n: - one # Explicit compact\n  - two # block value\n",
            #"{"explicit key":null,"block key\n":["one","two"]}"#
        ),
        (
            "8.18", "plain key: in-line value\n: # Both empty\n\"quoted key\":\n- entry\n",
            #"{"plain key":"in-line value","":null,"quoted key":["entry"]}"#
        ),
        (
            "8.20", "-\n  \"flow in block\"\n- >\n Block scalar\n- !!map # Block collection\n  foo : bar\n",
            #"["flow in block","Block scalar\n",{"foo":"bar"}]"#
        ),
        (
            "8.21", "literal: |2\n  value\nfolded:\n   !foo\n  >1\n value\n",
            #"{"literal":"value\n","folded":"value\n"}"#
        ),
        (
            "8.22", "sequence: !!seq\n- entry\n- !!seq\n - nested\nmapping: !!map\n foo: bar\n",
            #"{"sequence":["entry",["nested"]],"mapping":{"foo":"bar"}}"#
        ),
        ("9.2", "%YAML 1.2\n---\nDocument\n... # Suffix", #""Document""#),
        (
            "10.3",
            "A null: null\nBooleans: [ true, True, false, FALSE ]\nIntegers: [ 0, 0o7, 0x3A, -19 ]\nFloats: [ 0., -0.0, .5, +12e03, -2E+05 ]\nAlso: [ .inf, -.Inf, +.INF ]",
            #"{"A null":null,"Booleans":[true,true,false,false],"Integers":[0,0o7,0x3A,-19],"Floats":[0.,-0.0,.5,+12e03,-2E+05],"Also":[.inf,-.Inf,+.INF]}"#
        ),
    ])
    func exampleOfTheSpecificationIsRead(_ number: String, _ text: String, _ expected: String) {
        #expect(json(text) == expected)
    }

    @Test(arguments: [
        ("2.7", "- a\n...\n---\n- b"), ("5.10", "commercial-at: @text\ngrave-accent: `text"),
        ("5.14", #"Bad escapes: "\c \xq-""#),
        ("6.28", "a: *b"), ("7.1", "First: &a x\nSecond: *b"), ("8.3", "- |\n  \n text"), ("8.3b", "- |2\n text"),
        ("2.11", "? - Detroit\n  - Chicago\n: - 2001-07-23"),
    ])
    func invalidExampleIsRefused(_ number: String, _ text: String) { #expect(json(text).hasPrefix("line ")) }
}
