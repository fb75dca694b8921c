import type {Area} from '../Feature.ts'

export const groqPipeFunctions: Area = {
  title: 'GROQ: pipe functions',
  introduction:
    'A score starts at 0, as the Studio expects (it asks for `_score > 0`), where the specification starts at 1; what is no object is left out.',
  file: 'conformance/groq/pipeFunctions.test.ts',
  features: [
    ['`order()`', 'yes', 'order() sorts upwards, or downwards with desc, by one value after another'],
    [
      'Order of types',
      'yes',
      'order() puts times first, then numbers, texts, booleans and the rest, and keeps the order of equals',
    ],
    ['Order of nothing', 'yes', 'order() of what is no array is null, and without a value an error'],
    ['Chains of pipes', 'yes', 'pipes follow each other, with slices and projections between'],
    [
      '`score()`',
      'yes',
      'score() counts the conditions that hold, and sorts by them',
      'an error behind a projection or an index',
    ],
    ['Score of a match', 'yes', 'score() ranks a match the higher, the more often it is found'],
    ['`boost()`', 'yes', 'boost() adds to the score of what matches'],
    ['Boost elsewhere', 'yes', 'boost() outside of score() is an error'],
  ],
}
