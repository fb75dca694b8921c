import {groqCases, refused} from './groqCases.ts'

const people = '*[_type == "person" && _id in path("*")]'

groqCases({
  'order() sorts upwards, or downwards with desc, by one value after another': [
    [`${people} | order(born) [].name`, ['Babbage', 'Ada', 'Grace']],
    [`${people} | order(born desc).name`, ['Grace', 'Ada', 'Babbage']],
    [`${people} | order(count(tags) asc, name desc).name`, ['Grace', 'Babbage', 'Ada']],
    [`${people} | order(lower(name), born)[0].name`, 'Ada'],
    [
      '*[_type == "person"] | order(born desc, _id asc)._id',
      ['drafts.grace', 'grace', 'versions.spring.grace', 'ada', 'babbage'],
    ],
    [`${people} | order(friend->name desc, name)._id`, ['babbage', 'grace', 'ada']],
  ],
  'order() puts times first, then numbers, texts, booleans and the rest, and keeps the order of equals': [
    [
      '["b", 2, true, null, 1, "a", false, [1], dateTime("2026-01-01T00:00:00Z")] | order(@)',
      ['2026-01-01T00:00:00Z', 1, 2, 'a', 'b', false, true, null, [1]],
    ],
    ['[{"k": 1, "v": "x"}, {"k": 0, "v": "y"}, {"k": 1, "v": "z"}] | order(k).v', ['y', 'x', 'z']],
  ],
  'order() of what is no array is null, and without a value an error': [
    ['1 | order(@)', null],
    ['null | order(name)', null],
    ['* | order()', refused(/number of arguments/)],
  ],
  'pipes follow each other, with slices and projections between': [
    [`${people} | order(born) [0...2] {name} | order(name desc)`, [{name: 'Babbage'}, {name: 'Ada'}]],
    [`${people} | order(born) | {name} | order(name) [0]`, {name: 'Ada'}],
    [`count(${people} | order(born)[1..2])`, 2],
  ],
  'score() counts the conditions that hold, and sorts by them': [
    [
      `${people} | score(born > 1800) [0..1] {_id, _score}`,
      [
        {_id: 'ada', _score: 1},
        {_id: 'grace', _score: 1},
      ],
    ],
    [`${people} | score(born > 1900, name == "Grace") [0] {_id, _score}`, {_id: 'grace', _score: 2}],
    [`${people} | score(born > 1900 && name == "Grace", born > 1900 && name == "Ada") [0]._score`, 2],
    [
      `${people} | score(name == "Ada" || born < 1900) {_id, _score}`,
      [
        {_id: 'ada', _score: 2},
        {_id: 'babbage', _score: 1},
        {_id: 'grace', _score: 0},
      ],
    ],
    [`${people} | score(born < 1900) | score(name == "Ada") [_score > 1]._id`, ['ada']],
    [`${people} | score(missing > 1) [0]._score`, 0],
    ['1 | score(true)', null],
    ['* | score()', refused(/number of arguments/)],
    ['*[0] | score(true)', refused(/before a projection/)],
    ['*{name} | score(true)', refused(/before a projection/)],
    ['*[0] | order(_id) | score(true)', refused(/before a projection/)],
  ],
  'score() ranks a match the higher, the more often it is found': [
    [
      '[{"t": "loom"}, {"t": "loom loom loom"}, {"t": "mill"}] | score(t match "loom") [_score > 0].t',
      ['loom loom loom', 'loom'],
    ],
  ],
  'boost() adds to the score of what matches': [
    [
      `${people} | score(boost(name == "Grace", 3), born < 1900) {_id, _score}`,
      [
        {_id: 'grace', _score: 4},
        {_id: 'ada', _score: 1},
        {_id: 'babbage', _score: 1},
      ],
    ],
    [`${people} | score(boost(name == "Nobody", 3)) [0]._score`, 0],
    [`${people} | score(boost(true)) `, refused(/number of arguments/)],
  ],
  'boost() outside of score() is an error': [
    ['boost(true, 1)', refused(/unexpected boost/)],
    ['*[boost(true, 1)]', refused(/unexpected boost/)],
  ],
})
