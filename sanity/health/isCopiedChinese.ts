import {isObject} from './objectsIn.ts'

const han = /\p{Script=Han}/u

/**
 * Is the English of a text only its Chinese, copied over as a start? Such a text is still to be translated. Names and
 * figures that are the same in both languages, such as “LIMS”, hold no Chinese characters and count as written.
 */
export function isCopiedChinese({zh, en}: {zh?: unknown; en?: unknown}): boolean {
  const english = wordsOf(en)
  return english !== '' && han.test(english) && english === wordsOf(zh)
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(wordsOf).join('\n').trim()
  if (!isObject(value)) return ''
  return typeof value.text === 'string' ? value.text : wordsOf(value.children)
}
