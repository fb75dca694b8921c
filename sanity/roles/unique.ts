/**
 * What no two published documents may have in common; the embedded lake refuses it in the commit, from whomever it comes.
 * On hosted Sanity the Studio's rule, its publish button and `content:check` do.
 */
export const uniqueFields = [
  {
    type: 'scenario',
    fields: ['anchor', 'formerAnchors'],
    // Links that somebody has saved lead to the scenario that they were made for, or nowhere.
    keep: true,
    message:
      '这个链接名已经属于另一个场景，请另取一个。 This name in links belongs to another scenario: choose another.',
  },
  {
    type: 'productModule',
    fields: ['route'],
    message: '这个功能页面已经介绍另一个模块。 This feature page presents another module already.',
  },
]
