/** Numbers of cases of the official suite, by what the lake makes of them. `official.test.ts` counts them. */
export const officialCounts = {
  /** Answered as the suite says: the language's core, and what it calls features, by the last that a case names. */
  passed: {
    core: 7368,
    features: {contentReleases: 15, portableText: 21, customFunctions: 16, wildcardMatchSegmentation: 160},
  },
  /** Refused with a sentence: geometry. */
  refused: 2371,
  /** Of the language before version 1, which hosted Sanity does not speak either. */
  earlier: 287,
  /** About films that the suite names by an address and does not hold. */
  absent: 25,
}
