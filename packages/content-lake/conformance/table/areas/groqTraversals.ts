import type {Area} from '../Feature.ts'

export const groqTraversals: Area = {
  title: 'GROQ: simple expressions and traversals',
  introduction: '',
  file: 'conformance/groq/traversals.test.ts',
  features: [
    ['Everything `*`', 'yes', '`*` is every document'],
    ['This `@`', 'yes', '`@` is the value at hand, nothing at the top'],
    ['Parent `^`', 'yes', '`^` is the value one scope further out, `^.^` two'],
    [
      'Attribute access `.a` `["a"]`',
      'yes',
      'an attribute is read by its name or by a string in brackets; what is not there is null',
    ],
    ['Element access `[0]`', 'yes', 'an element is read by its position, from the end if negative'],
    ['Slice `[0..2]` `[0...2]`', 'yes', 'a slice includes its end with two dots and leaves it out with three'],
    ['Filter `[…]`', 'yes', 'a filter keeps what is true, and neither null nor other values'],
    ['Array postfix `[]`', 'yes', '`[]` makes arrays be walked through and null of anything else'],
    ['Combined traversals', 'yes', 'a plain traversal behind an array goes to each of its elements'],
    ['Dereference `->`', 'yes', '`->` follows a reference, in a chain or for each of an array'],
    ['Broken references', 'yes', 'what is no reference, or leads nowhere, dereferences to null'],
    ['Projection `{…}` `| {…}`', 'yes', 'a projection makes an object of each, and null of what is no object'],
    ['Spread `...`', 'yes', 'a projection may spread the object, and add or replace attributes'],
    ['Conditional projection `=>`', 'yes', 'a condition in a projection adds attributes where it is true'],
    ['Joins', 'yes', 'a query within a projection joins documents'],
  ],
}
