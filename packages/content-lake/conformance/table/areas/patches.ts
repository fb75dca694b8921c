import type {Area} from '../Feature.ts'

export const patches: Area = {
  title: 'HTTP: patches',
  introduction: 'Patches are applied by `@sanity/mutator`, the code that the Studio applies them with.',
  file: 'conformance/http/patch.test.ts',
  features: [
    ['`set`', 'yes', 'set writes to fields, nested fields, positions, ranges, keys, conditions and whatever depth'],
    ['`setIfMissing`', 'yes', 'setIfMissing writes only where there is nothing'],
    ['`unset`', 'yes', 'unset removes fields, positions, keys and what a path matches'],
    ['`inc`, `dec`', 'yes', 'inc and dec add to numbers, at any path'],
    ['`inc`, `dec` of other values', 'yes', 'inc and dec of what is no number, or not there, are refused'],
    ['`insert` before, after', 'yes', 'insert puts items before or after a position or key'],
    ['`insert` replace', 'yes', 'insert replaces a position, a range or a key'],
    ['`diffMatchPatch`', 'yes', 'diffMatchPatch edits texts, Chinese and emoji too, at any path'],
    [
      '`ifRevisionID`',
      'yes',
      'ifRevisionID lets the first of two editors through and tells the second both revisions',
      '',
      'src/documents/patches.test.ts',
    ],
    [
      'Order of operations',
      'yes',
      'operations of one patch apply in the order of the specification, whatever their order in the request',
    ],
    [
      'Wrong paths',
      'yes',
      'a malformed path is refused, and one that leads nowhere changes nothing',
      '`[*]`, `__proto__` and [what takes too much](docs/limits.md) are refused',
    ],
    ['Fixed fields', 'yes', 'the id, the type and the creation time cannot be patched'],
  ],
}
