interface UniqueField {
  type: string
  fields: string[]
  keep?: boolean
  refusal: {zh: string; en: string}
}

/**
 * Fields whose values must be unique among published documents. The embedded lake refuses duplicates in the commit; on
 * hosted Sanity the Studio's rule, its publish button and `content:check` do.
 */
export const uniqueFields: readonly UniqueField[] = [
  {
    type: 'scenario',
    fields: ['anchor', 'formerAnchors'],
    // Saved links must never lead to another scenario, even after the first one is deleted.
    keep: true,
    refusal: {
      zh: '这个链接名已经属于另一个场景，请另取一个。',
      en: 'This name in links belongs to another scenario: choose another.',
    },
  },
  {
    type: 'productModule',
    fields: ['route'],
    refusal: {
      zh: '这个功能页面已经介绍另一个模块。',
      en: 'This feature page presents another module already.',
    },
  },
]

/** The same as rules of the embedded lake, whose messages are in both languages. */
export const uniqueRules = uniqueFields.map(({refusal, ...rule}) => ({...rule, message: `${refusal.zh} ${refusal.en}`}))
