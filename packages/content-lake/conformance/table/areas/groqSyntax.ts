import type {Area} from '../Feature.ts'

export const groqSyntax: Area = {
  title: 'GROQ: syntax and data types',
  introduction: '',
  file: 'conformance/groq/syntax.test.ts',
  features: [
    ['JSON as a query', 'yes', 'any JSON value is a query that returns it'],
    ['White space', 'yes', 'white space of every kind separates tokens and means nothing else'],
    ['Comments', 'yes', 'comments run to the end of the line, or of the query'],
    ['Null, booleans, numbers', 'yes', 'numbers are whole, decimal or in scientific notation'],
    ['Infinity and NaN', 'yes', 'infinity and what is no number become null'],
    ['Strings', 'yes', 'strings have single or double quotes, escapes and characters beyond sixteen bits'],
    ['Invalid escapes', 'yes', 'an invalid escape sequence is an error'],
    ['Arrays', 'yes', 'arrays may be spread into arrays and end with a comma'],
    ['Objects', 'yes', 'objects may be spread into objects; the last value of a key counts'],
    ['Attribute names', 'yes', 'an attribute without a name is named after what it reads, or is an error'],
    [
      'Ranges and pairs',
      'partly',
      'ranges and pairs are no values of their own',
      'where the language uses them (`in`, slices, `select()`, projections), not as results',
    ],
    [
      'Datetimes',
      'yes',
      'dateTime() reads an RFC 3339 time, in any zone, and nothing else',
      '',
      'conformance/groq/functions.test.ts',
    ],
    ['Parameters', 'yes', 'parameters stand for any JSON value'],
    ['Identifiers', 'yes', 'words of the language may name attributes'],
    ['Errors', 'yes', 'what is no query is an error with its position'],
    [
      'Custom functions',
      'partly',
      'a custom function shapes its argument, and may be used by the next one',
      'one parameter, and a projection of it as the body',
    ],
    ['Other custom functions', 'no', 'a custom function that is no projection of its one parameter is an error'],
  ],
}
