import {groqCases, refused} from './groqCases.ts'

const blocks = '*[_id == "engine"][0].body'

groqCases({
  'array::compact() leaves nulls out': [
    ['array::compact([1, null, false, "", [null]])', [1, false, '', [null]]],
    ['array::compact(*[_type == "person"].home)', [{city: 'London', 'post code': 'W1'}]],
    ['array::compact("a")', null],
    ['array::compact()', refused(/number of arguments/)],
  ],
  'array::intersects() tells whether two arrays share a value': [
    ['array::intersects([1, "a"], ["a"])', true],
    ['array::intersects([1], ["1"])', false],
    ['array::intersects([null], [null])', true],
    ['array::intersects([[1]], [[1]])', false],
    ['[array::intersects(1, [1]), array::intersects([1], null)]', [null, null]],
    ['*[array::intersects(tags, ["math", "navy"])]._id', ['ada', 'drafts.grace']],
    ['array::intersects([1])', refused(/number of arguments/)],
  ],
  'array::join() joins scalar values with a text between them': [
    ['array::join(["a", 1, true], "-")', 'a-1-true'],
    ['array::join([dateTime("2026-01-01T00:00:00Z")], "")', '2026-01-01T00:00:00Z'],
    ['array::join([], ",")', ''],
    [
      '[array::join(["a", null], ","), array::join([[1]], ","), array::join("a", ","), array::join(["a"], 1)]',
      [null, null, null, null],
    ],
    ['array::join(["a"])', refused(/number of arguments/)],
  ],
  'array::unique() keeps the first of equal values; arrays and objects equal nothing': [
    ['array::unique([1, 1, "1", null, true, null, "1"])', [1, '1', null, true]],
    ['array::unique([[1], [1], {}, {}])', [[1], [1], {}, {}]],
    ['array::unique(*[_type == "person"].born)', [1815, 1791, 1906]],
    [
      '*[_type == "machine"]{"metals": array::unique(parts[].metals[] + ["iron"])}',
      [{metals: ['brass', 'iron', 'steel']}],
    ],
    ['*[count(array::unique(tags)) == 2]{"n": count(array::unique([^.a, ...tags]))}', [{n: 3}]],
    ['array::unique("a")', null],
    ['array::unique()', refused(/number of arguments/)],
  ],
  'string::lower() and string::upper() are lower() and upper()': [
    ['[string::lower("A"), string::upper("a"), string::lower(1)]', ['a', 'A', null]],
  ],
  'string::split() splits at a text, or into characters': [
    ['string::split(",a,,b,", ",")', ['', 'a', '', 'b', '']],
    ['string::split("委托👋", "")', ['委', '托', '👋']],
    ['string::split("abc", "-")', ['abc']],
    ['[string::split(1, ","), string::split("a", null)]', [null, null]],
    ['string::split("a")', refused(/number of arguments/)],
  ],
  'string::startsWith() compares the beginning of a text': [
    [
      '[string::startsWith("试验委托", "试验"), string::startsWith("ab", "b"), string::startsWith("ab", "")]',
      [true, false, true],
    ],
    ['[string::startsWith(1, "a"), string::startsWith("a", 1)]', [null, null]],
    ['*[string::startsWith(_id, "drafts.")]._id', ['drafts.grace']],
    ['string::startsWith("a")', refused(/number of arguments/)],
  ],
  'math::sum() adds numbers and ignores nulls': [
    ['[math::sum([1, null, 2.5]), math::sum([]), math::sum([null])]', [3.5, 0, 0]],
    ['math::sum(*[_type == "machine"][0].parts[].wheels)', 1050],
    ['[math::sum([1, "2"]), math::sum(1)]', [null, null]],
    ['math::sum()', refused(/number of arguments/)],
  ],
  'math::avg() is the mean of numbers, null for none': [
    ['[math::avg([1, null, 2]), math::avg([]), math::avg([null])]', [1.5, null, null]],
    ['[math::avg([1, "2"]), math::avg("1")]', [null, null]],
    ['math::avg()', refused(/number of arguments/)],
  ],
  'math::min() and math::max() find the extremes of numbers, null for none': [
    ['[math::min([3, null, -2]), math::max([3, null, -2])]', [-2, 3]],
    ['[math::min([]), math::max([null])]', [null, null]],
    ['[math::min([1, "0"]), math::max([1, true]), math::min(1), math::max(null)]', [null, null, null, null]],
    ['math::max(*[_type == "person"].born)', 1906],
    ['[math::min()]', refused(/number of arguments/)],
    ['[math::max()]', refused(/number of arguments/)],
  ],
  'dateTime::now() is the current time': [
    ['dateTime::now() - dateTime::now()', 0],
    ['dateTime::now() > dateTime("2026-01-01T00:00:00Z")', true],
    ['dateTime::now(1)', refused(/number of arguments/)],
  ],
  'diff::changedAny() tells whether anything that a selector names differs': [
    ['diff::changedAny({"a": 1, "b": 1}, {"a": 2, "b": 1}, a)', true],
    ['diff::changedAny({"a": 1, "b": 1}, {"a": 2, "b": 1}, b)', false],
    ['diff::changedAny({"a": 1, "b": 1}, {"a": 2, "b": 1}, (b, a))', true],
    ['diff::changedAny({"a": {"b": [1]}}, {"a": {"b": [1]}}, a.b)', false],
    ['diff::changedAny({"a": {"b": 1, "c": 1}}, {"a": {"b": 1, "c": 2}}, a.(b, c))', true],
    ['diff::changedAny({}, {"a": 1}, a)', true],
    ['diff::changedAny({"l": [{"v": 1}]}, {"l": [{"v": 2}]}, l[].v)', true],
    ['diff::changedAny({"l": [{"v": 1}]}, {"l": [{"v": 1, "w": 2}]}, l[].v)', false],
    [
      'diff::changedAny({"l": [{"k": "x", "v": 1}, {"k": "y", "v": 1}]}, {"l": [{"k": "x", "v": 1}, {"k": "y", "v": 2}]}, l[k == "x"].v)',
      false,
    ],
    [
      'diff::changedAny({"l": [{"k": "x", "v": 1}, {"k": "y", "v": 1}]}, {"l": [{"k": "x", "v": 1}, {"k": "y", "v": 2}]}, l[k == $k].v)',
      true,
      {k: 'y'},
    ],
    [
      '*[_id == "grace"][0]{"isEdited": diff::changedAny(@, *[_id == "drafts." + ^._id][0], (name, born))}',
      {isEdited: true},
    ],
    ['*[_id == "grace" && diff::changedAny(@, *[_id == "drafts.grace"][0], born)]', []],
    ['diff::changedAny({}, {})', refused(/number of arguments/)],
    ['diff::changedAny({}, {}, "a")', refused(/selector/)],
  ],
  'diff::changedOnly() tells whether nothing else differs': [
    ['diff::changedOnly({"a": 1, "b": 1}, {"a": 2, "b": 1}, a)', true],
    ['diff::changedOnly({"a": 1, "b": 1}, {"a": 2, "b": 2}, a)', false],
    ['diff::changedOnly({"a": 1, "b": 1}, {"a": 2, "b": 2}, (a, b))', true],
    ['diff::changedOnly({"a": {"b": 1}}, {"a": {"b": 2}}, a)', true],
    ['diff::changedOnly({"a": {"b": 1, "c": 1}}, {"a": {"b": 2, "c": 2}}, a.b)', false],
    ['diff::changedOnly({"a": 1}, {"a": 1}, b)', true],
    ['diff::changedOnly({"l": [{"v": 1}]}, {"l": [{"v": 2}]}, l[].v)', true],
    ['diff::changedOnly({"l": [{"t": "x", "v": 1}]}, {"l": [{"t": "x", "v": 2}]}, anywhere(t == "x"))', true],
    ['diff::changedOnly({"l": [{"t": "x", "v": 1}]}, {"l": [{"t": "x", "v": 2}]}, anywhere(t == "y"))', false],
    ['diff::changedOnly({}, {})', refused(/number of arguments/)],
  ],
  'before(), after() and delta:: are for webhooks, and an error in a query': [
    ['before()', refused(/Undefined function: before/)],
    ['after()', refused(/Undefined function: after/)],
    ['delta::changedAny(name)', refused(/Undefined function: changedAny/)],
    ['delta::changedOnly(name)', refused(/Undefined function: changedOnly/)],
    ['delta::operation()', null],
  ],
  'pt::text() is the plain text of Portable Text, an empty line between blocks': [
    [`pt::text(${blocks})`, 'It weaves patterns.\n\nAs looms do.'],
    [`pt::text(${blocks}[0])`, 'It weaves patterns.'],
    ['*[_id == "engine" && pt::text(body) match "looms"]._id', ['engine']],
    ['[pt::text([]), pt::text("a"), pt::text(null), pt::text([{"_type": "image"}])]', [null, null, null, null]],
    ['pt::text()', refused(/number of arguments/)],
  ],
  'sanity::projectId() and sanity::dataset() say where the query runs': [
    ['[sanity::projectId(), sanity::dataset()]', ['local', 'production']],
  ],
  'sanity::versionOf() finds the draft, the versions and the published document of an id': [
    ['*[sanity::versionOf("grace")]._id', ['drafts.grace', 'grace', 'versions.spring.grace']],
    ['[sanity::versionOf("a"), sanity::versionOf(1)]', [null, null]],
    ['sanity::versionOf()', refused(/number of arguments/)],
  ],
  'sanity::partOfRelease() finds the versions of a release': [
    ['*[sanity::partOfRelease("spring")]._id', ['versions.spring.grace']],
    ['*[sanity::partOfRelease("autumn")]._id', []],
    ['sanity::partOfRelease()', refused(/number of arguments/)],
  ],
  'releases::all() lists the documents of releases': [
    ['releases::all()[state == "active"]{name}', [{name: 'spring'}]],
    ['releases::all(1)', refused(/number of arguments/)],
  ],
})
