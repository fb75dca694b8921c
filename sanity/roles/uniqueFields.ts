import {isObject} from '../../lib/json.ts'

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

/** Returns the field whose value the embedded lake refused because another document has or keeps it, from a client's error. */
export function refusedField(error: unknown): string | undefined {
  const response = isObject(error) && isObject(error.response) ? error.response : {}
  const body = isObject(response.body) && isObject(response.body.error) ? response.body.error : {}
  const [item]: unknown[] = Array.isArray(body.items) ? body.items : []
  const failure = isObject(item) && isObject(item.error) ? item.error : {}
  const [field]: unknown[] = failure.type === 'uniqueFieldError' && Array.isArray(failure.fields) ? failure.fields : []
  return typeof field === 'string' ? field : undefined
}
