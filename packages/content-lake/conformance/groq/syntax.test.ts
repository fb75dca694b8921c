import {groqCases, refused} from './groqCases.ts'

groqCases({
  'any JSON value is a query that returns it': [
    ['null', null],
    ['true', true],
    ['false', false],
    ['"Hi! 👋"', 'Hi! 👋'],
    ['["An", 1, true, null, ["nested"], {"a": {"b": []}}]', ['An', 1, true, null, ['nested'], {a: {b: []}}]],
    ['{"number": 3.14, "null": null, "object": {"key": "value"}}', {number: 3.14, null: null, object: {key: 'value'}}],
  ],
  'white space of every kind separates tokens and means nothing else': [
    ['\t\n\v\f\r \u00851\u00a0+\n2 ', 3],
    ['[ 1 ,\n 2 ]', [1, 2]],
    ['"a  \n b"', 'a  \n b'],
  ],
  'comments run to the end of the line, or of the query': [
    ['// first\n1 // second\n + 1', 2],
    ['1 // the last line', 1],
    ['"a // b"', 'a // b'],
    ['{\n  // alone\n  "key": "value" // behind\n}', {key: 'value'}],
  ],
  'numbers are whole, decimal or in scientific notation': [
    ['42', 42],
    ['+42', 42],
    ['-42', -42],
    ['3.14', 3.14],
    ['1e3', 1000],
    ['1.5E-2', 0.015],
    ['.5', refused(/Expected expression/)],
    ['1.', refused(/Unexpected end of query/)],
  ],
  'infinity and what is no number become null': [
    ['1 / 0', null],
    ['0 / 0', null],
    ['10 ** 400', null],
  ],
  'strings have single or double quotes, escapes and characters beyond sixteen bits': [
    [`'it\\'s'`, "it's"],
    ['"say \\"yes\\""', 'say "yes"'],
    ['"\\\\ \\/ \\b\\f\\n\\r\\t"', '\\ / \b\f\n\r\t'],
    ['"\\u59d4\\u6258"', '委托'],
    ['"\\uD83D\\uDE00"', '😀'],
    ['"\\u{1F600}" + \'\\u{41}\'', '😀A'],
    ['"line\nbreak"', 'line\nbreak'],
  ],
  'an invalid escape sequence is an error': [
    ['"\\q"', refused(/Invalid escape sequence/)],
    ['"\\u{110000}"', refused(/no Unicode character/)],
    ['"\\u12"', refused(/Invalid escape sequence/)],
  ],
  'arrays may be spread into arrays and end with a comma': [
    ['[1, 2, ]', [1, 2]],
    ['[...[1, 2], 3, ...[]]', [1, 2, 3]],
    ['[1, ...2, ...null]', [1]],
    ['[...*[_type == "machine"].parts[].name, "Reader"]', ['Mill', 'Store', 'Reader']],
  ],
  'objects may be spread into objects; the last value of a key counts': [
    ['{"a": 1, "a": 2, }', {a: 2}],
    ['{"a": 1, ...{"a": 2, "b": 3}, "b": 4}', {a: 2, b: 4}],
    ['{...null, ...1, "a": 1}', {a: 1}],
    ['{"computed": 1 + 1, \'single\': "quoted"}', {computed: 2, single: 'quoted'}],
  ],
  'an attribute without a name is named after what it reads, or is an error': [
    [
      '*[_id == "engine"]{title, parts[0], "x": maker}{title, parts, x}',
      [
        {
          title: 'The Analytical Engine',
          parts: {_key: 'mill', name: 'Mill', wheels: 50, metals: ['brass', 'iron']},
          x: {_type: 'reference', _ref: 'babbage'},
        },
      ],
    ],
    ['*[_id == "engine"]{parts[wheels > 50]{name}}', [{parts: [{name: 'Store'}]}]],
    ['*[_id == "engine"]{maker->{name}}', [{maker: {name: 'Babbage'}}]],
    ['*{1}', refused(/Cannot determine property key/)],
    ['*{maker.name}', refused(/Cannot determine property key/)],
  ],
  'ranges and pairs are no values of their own': [
    ['1..3', refused(/Syntax error/)],
    ['"a" => 1', refused(/unexpected =>/)],
  ],
  'parameters stand for any JSON value': [
    ['$text + "!"', 'hi!', {text: 'hi'}],
    ['$list[1]', 2, {list: [1, 2]}],
    ['$object.a.b', true, {object: {a: {b: true}}}],
    ['[$zero, $no, $nothing]', [0, false, null], {zero: 0, no: false, nothing: null}],
    ['*[_id == $id].name', ['Ada'], {id: 'ada'}],
    ['$_under_score1', 1, {_under_score1: 1}],
    ['$missing', refused(/param \$missing referenced, but not provided/)],
  ],
  'words of the language may name attributes': [
    ['{"asc": 1, "in": 2, "match": 3}{asc, in, match}', {asc: 1, in: 2, match: 3}],
    ['{"true_": 1}.true_', 1],
  ],
  'what is no query is an error with its position': [
    ['', refused(/position 0/)],
    ['*[', refused(/position/)],
    ['1 2', refused(/position 1/)],
    ['"open', refused(/Unexpected end of query/)],
    ['{"a" 1}', refused(/position/)],
    ['*[_type == "person"', refused(/position/)],
  ],
  'a custom function shapes its argument, and may be used by the next one': [
    [
      'fn ex::card($person) = $person{name, born}; *[_id == "ada"]{"card": ex::card(@)}',
      [{card: {name: 'Ada', born: 1815}}],
    ],
    ['fn ex::maker($m) = $m->{name}; *[_id == "engine"]{"maker": ex::maker(maker)}', [{maker: {name: 'Babbage'}}]],
    [
      'fn ex::part($p) = $p[]{name}; *[_id == "engine"]{"parts": ex::part(parts)}',
      [{parts: [{name: 'Mill'}, {name: 'Store'}]}],
    ],
  ],
  'a custom function that is no projection of its one parameter is an error': [
    ['fn ex::add($x) = $x + 1; ex::add(1)', refused(/must be a projection/)],
    ['fn ex::two($a, $b) = $a{b}; ex::two(1, 2)', refused(/only have one parameter/)],
    ['fn add($x) = $x{a}; add(1)', refused(/after namespace/)],
    ['fn ex::loop($x) = $x{"a": ex::loop(@)}; ex::loop(1)', refused(/Recursive/)],
  ],
})
