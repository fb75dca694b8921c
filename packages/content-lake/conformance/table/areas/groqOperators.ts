import type {Area} from '../Feature.ts'

export const groqOperators: Area = {
  title: 'GROQ: operators',
  introduction:
    'Texts are ordered by UTF-16 units, not by code points; the two differ only between rare characters (from U+E000) and those beyond sixteen bits.',
  file: 'conformance/groq/operators.test.ts',
  features: [
    ['And `&&`', 'yes', '`&&` is false if either side is, null if it cannot be known'],
    ['Or `||`', 'yes', '`||` is true if either side is, null if it cannot be known'],
    ['Not `!`', 'yes', '`!` turns booleans round and knows nothing of other values'],
    [
      'Equality `==` `!=`',
      'yes',
      '`==` and `!=` compare numbers, strings, booleans, null and times; nothing equals an array or object',
    ],
    ['Comparison `<` `<=` `>` `>=`', 'yes', '`<`, `<=`, `>`, `>=` order values of one type and give null for two'],
    ['Null in filters', 'yes', 'a comparison with something missing filters the document out'],
    ['In an array `in`', 'yes', '`in` looks for a value in an array'],
    ['In a range `in a..b`', 'yes', '`in` looks for a value in a range, without its end after three dots'],
    [
      'Match `match`',
      'yes',
      '`match` finds words, whole or with stars, in any case; all patterns have to be found',
      'a Chinese, Japanese or Korean word is found anywhere in a text',
    ],
    ['Match of other types', 'yes', '`match` with what is no text is false'],
    ['Plus `+`', 'yes', '`+` adds numbers, joins texts and arrays, merges objects and moves times by seconds'],
    ['Minus `-`', 'yes', '`-` subtracts numbers, and times in seconds'],
    ['Star, slash, percent, double star `*` `/` `%` `**`', 'yes', '`*`, `/`, `%` and `**` calculate with numbers only'],
    ['Signs `+a` `-a`', 'yes', 'a sign before a number keeps or turns it; before anything else it gives null'],
    ['Order `asc` `desc`', 'yes', '`asc` and `desc` belong into order()'],
    ['Precedence', 'yes', 'operators bind as the specification says'],
    ['Associativity', 'yes', 'comparisons are not chained'],
  ],
}
