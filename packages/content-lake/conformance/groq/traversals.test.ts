import {groqCases, refused} from './groqCases.ts'

groqCases({
  '`*` is every document': [
    ['count(*)', 7],
    ['*[0]._id', '_.releases.spring'],
    ['*._type', ['system.release', 'person', 'person', 'person', 'machine', 'person', 'person']],
  ],
  '`@` is the value at hand, nothing at the top': [
    ['@', null],
    ['[1, 5, 10][@ >= 5]', [5, 10]],
    ['*[_id == "ada"]{"self": @._id}', [{self: 'ada'}]],
    ['*[_id == "ada"].tags[@ != "math"]', ['engine']],
  ],
  '`^` is the value one scope further out, `^.^` two': [
    ['^', null],
    [
      '*[_id == "engine"]{"parts": parts[]{name, "of": ^.title}}',
      [
        {
          parts: [
            {name: 'Mill', of: 'The Analytical Engine'},
            {name: 'Store', of: 'The Analytical Engine'},
          ],
        },
      ],
    ],
    [
      '*[_id == "babbage"]{"made": *[_type == "machine" && maker._ref == ^._id].title}',
      [{made: ['The Analytical Engine']}],
    ],
    ['*[_id == "engine"]{"p": parts[0..0]{"m": metals[@ == ^.^.parts[0].metals[0]]}}', [{p: [{m: ['brass']}]}]],
  ],
  'an attribute is read by its name or by a string in brackets; what is not there is null': [
    ['*[_id == "babbage"][0].home.city', 'London'],
    ['*[_id == "babbage"][0]["home"]["post code"]', 'W1'],
    ['*[_id == "babbage"][0].home["ci" + "ty"]', 'London'],
    ['*[_id == "babbage"][0].home[$name]', 'London', {name: 'city'}],
    [
      '*[_id == "babbage"]{"at": coalesce(home[$none], home[$start + "ty"])}',
      [{at: 'London'}],
      {none: 'x', start: 'ci'},
    ],
    ['{"a": 1}.b', null],
    ['{"a": 1}.b.c', null],
    ['"text".length', null],
    ['[1].a', [null]],
  ],
  'an element is read by its position, from the end if negative': [
    ['["a", "b", "c"][0]', 'a'],
    ['["a", "b", "c"][-1]', 'c'],
    ['["a", "b", "c"][1 + 1]', 'c'],
    ['["a"][1]', null],
    ['["a"][-2]', null],
    ['"text"[0]', null],
    ['*[_type == "machine"][0].parts[1].name', 'Store'],
    ['*[0.5]', refused(/must use an integer/)],
    ['["a", "b"][$n]', 'b', {n: 1}],
    ['["a", "b", "c"][-($n + 1)]', 'b', {n: 1}],
    ['*[_type == "machine"][0].parts[$n].name', 'Store', {n: 1}],
    ['*[$n]', refused(/must use an integer/), {n: 0.5}],
  ],
  'a slice includes its end with two dots and leaves it out with three': [
    ['["a", "b", "c", "d"][1..2]', ['b', 'c']],
    ['["a", "b", "c", "d"][1...2]', ['b']],
    ['["a", "b", "c", "d"][0...0]', []],
    ['["a", "b", "c", "d"][-2..-1]', ['c', 'd']],
    ['["a", "b", "c", "d"][0...-1]', ['a', 'b', 'c']],
    ['["a", "b"][0..10]', ['a', 'b']],
    ['["a", "b"][5..9]', []],
    ['*[0..1.5]', refused(/must use integer bounds/)],
    ['["a", "b"][$from...$to]', ['b'], {from: 1, to: 2}],
    ['"text"[0..1]', null],
    ['*[_type == "machine"][0..0].title', ['The Analytical Engine']],
    ['*["a".."b"]', refused(/./)],
  ],
  'a filter keeps what is true, and neither null nor other values': [
    ['*[_type == "person" && born < 1900]._id', ['ada', 'babbage']],
    ['*[isAdmiral]._id', ['grace']],
    ['["a"][$yes]', ['a'], {yes: true}],
    ['["a"][$no]', [], {no: null}],
    ['*[born]._id', []],
    ['[1, null, 2][@ > 1]', [2]],
    ['*[_type == "machine"].parts[wheels > 50].name', ['Store']],
    ['*[_type == "person"][born > 1800][name < "B"]._id', ['ada']],
    ['*[count(tags[@ == "engine"]) > 0]._id', ['ada', 'babbage']],
  ],
  '`[]` makes arrays be walked through and null of anything else': [
    ['*[_id == "engine"][0].parts[].name', ['Mill', 'Store']],
    ['*[_id == "engine"][0].title[]', null],
    ['*[_type == "person" && born < 1900].tags[]', ['math', 'engine', 'engine']],
    ['*[_id == "engine"].parts[].metals', [['brass', 'iron'], ['steel']]],
    ['*[_id == "engine"].parts[].metals[]', ['brass', 'iron', 'steel']],
  ],
  'a plain traversal behind an array goes to each of its elements': [
    ['*[_type == "person" && born < 1900].home.city', [null, 'London']],
    ['*[_id == "engine"].parts[0].name', ['Mill']],
    ['[{"a": {"b": 1}}, {"a": null}].a.b', [1, null]],
    ['*[_id == "engine"]{parts}.parts[0].wheels', [50]],
    ['*[_id == "engine"]{"p": parts}[0].p[1].name', 'Store'],
  ],
  '`->` follows a reference, in a chain or for each of an array': [
    ['*[_id == "ada"][0].friend->.name', 'Babbage'],
    ['*[_id == "ada"][0].friend->name', 'Babbage'],
    ['*[_id == "ada"]{friend->{name, home}}', [{friend: {name: 'Babbage', home: {city: 'London', 'post code': 'W1'}}}]],
    ['*[_id == "engine"].readers[]->name', ['Ada', 'Grace']],
    ['*[_id == "engine"][0].readers[0]->friend->name', 'Babbage'],
    [
      '*[_id == "engine"]{"r": readers[]->{"n": name, "f": friend->name}}',
      [
        {
          r: [
            {n: 'Ada', f: 'Babbage'},
            {n: 'Grace', f: null},
          ],
        },
      ],
    ],
    ['{"_ref": "ada"}->born', 1815],
    ['@->name', null],
  ],
  'what is no reference, or leads nowhere, dereferences to null': [
    ['*[_id == "ada"][0].name->', null],
    ['*[_id == "grace"][0].friend->name', null],
    ['{"_ref": "nobody"}->', null],
    ['{"_ref": 1}->', null],
  ],
  'a projection makes an object of each, and null of what is no object': [
    ['*[_id == "ada"]{name, "year": born + 0}', [{name: 'Ada', year: 1815}]],
    ['*[_id == "ada"][0]{name}', {name: 'Ada'}],
    ['*[_id == "ada"] | {name}', [{name: 'Ada'}]],
    ['*[_id == "ada"]{missing}', [{missing: null}]],
    ['[1, {"a": 2}]{a}', [null, {a: 2}]],
    ['{"a": {"b": 1, "c": 2}}{a{b}}', {a: {b: 1}}],
    ['*[_id == "ada"]{}', [{}]],
  ],
  'a projection may spread the object, and add or replace attributes': [
    [
      '*[_id == "babbage"][0].home{..., "city": "Paris", "country": "France"}',
      {city: 'Paris', 'post code': 'W1', country: 'France'},
    ],
    ['*[_id == "babbage"][0].home{"city": "Paris", ...}', {city: 'London', 'post code': 'W1'}],
    ['*[_id == "babbage"]{...home, name}', [{city: 'London', 'post code': 'W1', name: 'Babbage'}]],
    [
      '*[_id == "engine"][0].parts[]{..., "metals": count(metals)}[0]',
      {_key: 'mill', name: 'Mill', wheels: 50, metals: 2},
    ],
    ['*[_id == "ada"]{...friend->{"home": home.city}}', [{home: 'London'}]],
  ],
  'a condition in a projection adds attributes where it is true': [
    [
      '*[_type == "person" && born < 1900]{name, defined(home) => {"city": home.city}}',
      [{name: 'Ada'}, {name: 'Babbage', city: 'London'}],
    ],
    [
      '*[_id == "ada"]{_type == "person" => {"kind": "human"}, _type == "machine" => {"kind": "thing"}}',
      [{kind: 'human'}],
    ],
    ['*[_id == "ada"]{missing > 1 => {"a": 1}, "b": 2}', [{b: 2}]],
    ['*[_id == "ada"]{...select(born < 1800 => {"age": "old"}, {"age": "new"})}', [{age: 'new'}]],
    ['*[_id == "engine"].parts[]{name, wheels > 50 => {metals}}', [{name: 'Mill'}, {name: 'Store', metals: ['steel']}]],
  ],
  'a query within a projection joins documents': [
    [
      '*[_type == "machine"]{"others": *[_type == "person" && !(_id in ^.readers[]._ref)] | order(_id) {_id}}',
      [{others: [{_id: 'babbage'}, {_id: 'drafts.grace'}, {_id: 'versions.spring.grace'}]}],
    ],
    [
      '{"people": count(*[_type == "person"]), "machine": *[_type == "machine"][0].title}',
      {people: 5, machine: 'The Analytical Engine'},
    ],
  ],
})
