import type {Area} from '../Feature.ts'

const UNSUPPORTED = 'conformance/groq/unsupported.test.ts'

export const groqGlobalFunctions: Area = {
  title: 'GROQ: functions of the global namespace',
  introduction: '',
  file: 'conformance/groq/functions.test.ts',
  features: [
    ['`coalesce()`', 'yes', 'coalesce() is its first argument that is not null'],
    ['`count()`', 'yes', 'count() is the length of an array, null for anything else'],
    ['`dateTime()`', 'yes', 'dateTime() reads an RFC 3339 time, in any zone, and nothing else'],
    ['`defined()`', 'yes', 'defined() tells whether a value is not null'],
    ['`identity()`', 'yes', 'identity() is who asks'],
    ['`length()`', 'yes', 'length() counts the characters of a text and the elements of an array'],
    ['`lower()`, `upper()`', 'yes', 'lower() and upper() change the case of a text'],
    ['`now()`', 'yes', 'now() is the current time as a text, the same throughout a query'],
    [
      '`path()`',
      'yes',
      '`in path()` matches ids: `*` one part, `**` any number of them',
      'on the right of `in`, where a path may be on the left, too',
      'conformance/groq/operators.test.ts',
    ],
    ['`references()`', 'yes', 'references() finds documents that refer to any of some ids, however deep'],
    ['`round()`', 'yes', 'round() rounds half away from zero, to some digits if asked'],
    ['`select()`', 'yes', 'select() is the value of the first true condition, else the default, else null'],
    ['`string()`', 'yes', 'string() writes scalar values as texts'],
    ['`global::`', 'yes', 'functions of the global namespace may be called with it'],
    ['Unknown functions', 'yes', 'an unknown function or namespace is an error that names it'],
    [
      '`before()`, `after()`',
      'partly',
      'before() and after() are the document on either side of the change',
      'in the filters and projections of webhooks, as the specification wants it',
      'conformance/groq/delta.test.ts',
    ],
    ['`pt()`', 'no', 'the constructor pt() is refused; pt::text() needs none', 'a query can do without', UNSUPPORTED],
    ['`geo()`', 'no', 'geometry is refused, whether or not any document has some', 'no geometry', UNSUPPORTED],
  ],
}
