import APIGenerator
import Testing

/// Block collections and their keys.
struct DocumentReaderBlockTests {
    @Test(arguments: [
        ("a:\n  b: 1\n  c:\n    d: 2\ne: 3", #"{"a":{"b":1,"c":{"d":2}},"e":3}"#),
        ("- 1\n-\n  - 2\n- - 3\n  - 4", "[1,[2],[3,4]]"),
        ("a:\n- 1\n- b: 2\n  c: 3\nd: 4", #"{"a":[1,{"b":2,"c":3}],"d":4}"#),
        ("-\n  a: 1\n- b:\n    - 2", #"[{"a":1},{"b":[2]}]"#),
        ("a:\nb:\n  \n", #"{"a":null,"b":null}"#), ("-\n-\n- ", "[null,null,null]"),
        ("a:    # comment\n  1", #"{"a":1}"#),
        ("a: 1 # comment\n# comment\n  # comment\nb: 2", #"{"a":1,"b":2}"#), ("a: b#c", #"{"a":"b#c"}"#),
        ("  a: 1\n  b: 2\n", #"{"a":1,"b":2}"#), ("a:\n  - b\n  -  - c\n     - d", #"{"a":["b",["c","d"]]}"#),
        ("/pets/{id}:\n  get: {}", #"{"/pets/{id}":{"get":{}}}"#),
        ("200: ok\n'404': no\n\"x y\" : z", #"{"200":"ok","404":"no","x y":"z"}"#),
        ("a: http://b:80/c?d=e#f", #"{"a":"http://b:80/c?d=e#f"}"#), ("a::b: c", #"{"a::b":"c"}"#),
        ("-a: -b", #"{"-a":"-b"}"#),
        ("? a\n: b\n? c\nd: e", #"{"a":"b","c":null,"d":"e"}"#), ("? |\n  a\n  b\n: - 1\n  - 2", #"{"a\nb\n":[1,2]}"#),
        ("? \"a\"\n:\n- 1\n? >-\n  c\n: d: e\n  f: g", #"{"a":[1],"c":{"d":"e","f":"g"}}"#), (": a", #"{"":"a"}"#),
        ("!!map\na: !!seq\n- !!str 1", #"{"a":["1"]}"#), ("- !t\n  a: 1\n- !t b: 2", #"[{"a":1},{"b":2}]"#),
        ("- \ta\n-\tb", #"["a","b"]"#), ("a:\tb\nc: \td\t# x", #"{"a":"b","c":"d"}"#),
        ("a: 1\n\t\nb: 2\n\t# x\n", #"{"a":1,"b":2}"#),
    ])
    func indentationIsTheStructure(_ text: String, _ expected: String) { #expect(json(text) == expected) }

    @Test(arguments: [
        ("a: 1\n  b: 2", "line 2, column 3: a key stands within the text of line 1; check the indentation"),
        ("a:\n    b: 1\n  c: 2", "line 3, column 3: the indentation is that of no key and no item before it"),
        ("- [1]\n  - 2", "line 2, column 3: the indentation is that of no key and no item before it"),
        ("a: 1\n- 2", "line 2, column 1: a key with a colon and a blank behind it is expected"),
        ("a: 1\nb", "line 2, column 1: a key with a colon and a blank behind it is expected"),
        ("- 1\na: 2", "line 2, column 1: this does not belong to the value before it; check the indentation"),
        (" a: 1\nb: 2", "line 2, column 1: this does not belong to the value before it; check the indentation"),
        ("a: - 1", "line 1, column 4: a sequence begins behind a key or a property; begin it on the next line"),
        ("a: b: c", "line 1, column 5: a colon with a blank behind it stands within a text; write the text in quotes"),
        ("--- a: b", "line 1, column 6: a colon with a blank behind it stands within a text; write the text in quotes"),
        ("a:\n\tb: 1", "line 2, column 2: a tab indents the line; YAML indents by spaces"),
        ("\ta: 1", "line 1, column 2: a tab indents the line; YAML indents by spaces"),
        ("-\n \t- b", "line 2, column 3: a tab indents the line; YAML indents by spaces"),
        ("[a]: 1", "line 1, column 4: a key must be a scalar in one line"),
        ("? [a]\n: 1", "line 1, column 1: a key is a list or an object; keys are scalars"),
        ("%YAML 1.2\na: 1", "line 2, column 1: a line of --- is missing behind the directives"),
        ("a: @b", "line 1, column 4: a text cannot begin with '@'; write it in quotes"),
        ("@a: b", "line 1, column 1: a text cannot begin with '@'; write it in quotes"),
        ("a: %b", "line 1, column 4: a text cannot begin with '%'; write it in quotes"),
        ("a: \"b\" c", "line 1, column 8: something stands behind the end of a value"),
        ("a: [1] 2", "line 1, column 8: something stands behind the end of a value"),
        ("a: 'x'#y", "line 1, column 7: something stands behind the end of a value"),
    ])
    func wrongBlockIsAFaultWithItsPlace(_ text: String, _ fault: String) { #expect(json(text) == fault) }

    @Test(arguments: [
        ("a: 1\nb: 2\na: 3", "line 3, column 1: the key 'a' appears twice, first in line 1"),
        ("x:\n  a: 1\n  'a': 3", "line 3, column 3: the key 'a' appears twice, first in line 2"),
        ("{\"a\": 1,\n \"a\": 1}", "line 2, column 2: the key 'a' appears twice, first in line 1"),
        ("? a\n? a", "line 2, column 1: the key 'a' appears twice, first in line 1"),
        ("200: a\n\"200\": b", "line 2, column 1: the key '200' appears twice, first in line 1"),
        (
            (1...40).map { "k\($0): 1\n" }.joined() + "k30: 2",
            "line 41, column 1: the key 'k30' appears twice, first in line 30"
        ),
    ])
    func keyThatAppearsTwiceIsAFault(_ text: String, _ fault: String) { #expect(json(text) == fault) }

    @Test(arguments: [
        ("a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n  e: 4", #"{"a":{"b":1,"c":2},"d":{"b":1,"c":3,"e":4}}"#),
        ("a: &x {b: 1}\nd:\n  b: 2\n  <<: *x", #"{"a":{"b":1},"d":{"b":2}}"#),
        ("- &x {a: 1}\n- &y {a: 2, b: 3}\n- <<: [*x, *y]", #"[{"a":1},{"a":2,"b":3},{"a":1,"b":3}]"#),
        ("- &x {a: 1}\n- {<<: *x, <<: {c: 2}}", #"[{"a":1},{"a":1,"c":2}]"#), ("\"<<\": {a: 1}", #"{"<<":{"a":1}}"#),
        ("<<: a", #"{"<<":"a"}"#), ("<<: [{a: 1}, 2]", #"{"<<":[{"a":1},2]}"#), ("? <<\n: {a: 1}", #"{"a":1}"#),
    ])
    func mergeKeyAddsMembersThatTheMappingDoesNotHave(_ text: String, _ expected: String) {
        #expect(json(text) == expected)
    }

    @Test func keyThatAppearsTwiceBehindAMergeIsAFault() {
        #expect(
            json("<<: {a: 1}\na: 2\na: 3") == "line 3, column 1: the key 'a' appears twice, first in line 2")
    }
}
