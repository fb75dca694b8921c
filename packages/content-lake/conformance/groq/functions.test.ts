import {groqCases, refused} from './groqCases.ts'

groqCases({
  'coalesce() is its first argument that is not null': [
    ['coalesce(null, 1 + null, "c", "d")', 'c'],
    ['coalesce(false, true)', false],
    ['coalesce(null)', null],
    ['*[_id == "grace"][0]{"title": coalesce(title.zh, title, name)}', {title: 'Grace'}],
  ],
  'count() is the length of an array, null for anything else': [
    ['count([1, null, 3])', 3],
    ['count([])', 0],
    ['count(*[_type == "machine"])', 1],
    ['[count("text"), count(null), count({})]', [null, null, null]],
    ['count()', refused(/number of arguments/)],
    ['count([], [])', refused(/number of arguments/)],
  ],
  'dateTime() reads an RFC 3339 time, in any zone, and nothing else': [
    ['dateTime("2026-01-01T00:00:00Z")', '2026-01-01T00:00:00Z'],
    ['dateTime("2026-01-01T00:00:00.508Z")', '2026-01-01T00:00:00.508Z'],
    ['dateTime("2026-01-01T08:00:00+08:00")', '2026-01-01T00:00:00Z'],
    ['dateTime(dateTime("2026-01-01T00:00:00Z"))', '2026-01-01T00:00:00Z'],
    ['[dateTime("2026-01-01"), dateTime("soon"), dateTime(1), dateTime(null)]', [null, null, null, null]],
    ['[dateTime("2026-13-01T00:00:00Z"), dateTime($t)]', [null, null], {t: '2026-01-01T00:61:00Z'}],
    ['defined(dateTime("2026-01-01T00:00:00+99:00"))', false],
    ['dateTime()', refused(/number of arguments/)],
  ],
  'defined() tells whether a value is not null': [
    ['[defined(0), defined(""), defined(false), defined([]), defined(null)]', [true, true, true, true, false]],
    ['*[defined(home)]._id', ['babbage']],
    ['defined()', refused(/number of arguments/)],
  ],
  'identity() is who asks': [['identity() == string(identity())', true]],
  'length() counts the characters of a text and the elements of an array': [
    ['[length("委托"), length("👋"), length(""), length([1, [2, 3]])]', [2, 1, 0, 2]],
    ['[length(1), length(null), length({})]', [null, null, null]],
    ['length()', refused(/number of arguments/)],
  ],
  'lower() and upper() change the case of a text': [
    ['[lower("ÄB"), upper("äb"), lower("委托")]', ['äb', 'ÄB', '委托']],
    ['[lower(null), upper(1), lower(["A"])]', [null, null, null]],
    ['upper()', refused(/number of arguments/)],
  ],
  'now() is the current time as a text, the same throughout a query': [
    ['defined(dateTime(now()))', true],
    ['now() == now()', true],
    ['*[_createdAt > now()]', []],
    ['count(*[dateTime(_createdAt) > dateTime(now()) - 3600])', 7],
    ['now(1)', refused(/number of arguments/)],
  ],
  'references() finds documents that refer to any of some ids, however deep': [
    ['*[references("ada")]._id', ['engine']],
    ['*[references("babbage")]._id', ['ada', 'engine']],
    ['*[references("nobody", ["grace"])]._id', ['engine']],
    ['*[references($ids)]._id', ['ada', 'engine'], {ids: ['babbage']}],
    ['*[references(*[name == "Ada"]._id)]._id', ['engine']],
    ['*[_id == "engine"][0].readers[references("ada")]._key', ['a']],
    ['[references("ada"), references(null), references([])]', [false, false, false]],
    ['*[references()]', refused(/number of arguments/)],
  ],
  'round() rounds half away from zero, to some digits if asked': [
    ['[round(2.5), round(2.4), round(-2.5), round(3)]', [3, 2, -3, 3]],
    ['[round(3.14159, 2), round(2.5, 0)]', [3.14, 3]],
    ['[round("1"), round(null), round(1.5, "1")]', [null, null, null]],
    ['round()', refused(/number of arguments/)],
    ['round(1, 2, 3)', refused(/number of arguments/)],
  ],
  'select() is the value of the first true condition, else the default, else null': [
    ['select(false => 1, true => 2, 3)', 2],
    ['select(null => 1, 1 => 2, 3)', 3],
    ['select(false => 1)', null],
    ['*[_type == "person" && born < 1900].name', ['Ada', 'Babbage']],
    [
      '*[_type == "person" && born < 1900]{"era": select(born < 1800 => "18th", born < 1900 => "19th")}',
      [{era: '19th'}, {era: '18th'}],
    ],
    ['select(1, true => 2)', refused(/unexpected argument to select/)],
  ],
  'string() writes scalar values as texts': [
    ['[string(true), string(false), string("a"), string(1.5), string(-3)]', ['true', 'false', 'a', '1.5', '-3']],
    ['string(dateTime("2026-01-01T08:00:00+08:00"))', '2026-01-01T00:00:00Z'],
    ['[string(null), string([1]), string({})]', [null, null, null]],
    ['string()', refused(/number of arguments/)],
  ],
  'functions of the global namespace may be called with it': [
    ['[global::count([1]), global::upper("a"), global::coalesce(null, 1), global::defined(1)]', [1, 'A', 1, true]],
  ],
  'an unknown function or namespace is an error that names it': [
    ['shout("a")', refused(/Undefined function: shout/)],
    ['string::shout("a")', refused(/Undefined function: shout/)],
    ['loud::shout("a")', refused(/Undefined namespace: loud/)],
    ['* | shuffle()', refused(/Undefined pipe function: shuffle/)],
  ],
})
