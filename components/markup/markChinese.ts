import {languageTags} from '@/lib/locales'

/** Chinese with the digits, signs and breaks in it. Attributes have no `>`: React escapes it. */
const chinese = /\p{Script=Han}(?:(?:[^<>A-Za-z]|<wbr\/>)*\p{Script=Han})?[，。、；：？！”’）》]*/gu
/** An element's tag, where its text follows; the text, and where it ends the element, that tag. */
const textOfElement = /(<[^>]*>)((?:[^<>]|<wbr\/>)*\p{Script=Han}(?:[^<>]|<wbr\/>)*)(<\/[a-z0-9]+>)?/gu

/** A picture whose text alternative is Chinese. What it holds is not read. */
const named = /<(?:img|svg)\b(?![^>]* lang=")[^>]*? (?:alt|aria-label)="[^"]*\p{Script=Han}[^>]*?(?=\/?>)/gu

const lang = ` lang="${languageTags.zh}"`

/**
 * Names the language of Chinese in the markup of an English page: of a text that is not translated, a name, a filing
 * number, a picture's alternative. Otherwise screen readers would spell it, and lines would break within its words.
 */
export function markChinese(markup: string): string {
  return markup
    .replace(named, `$&${lang}`)
    .replace(textOfElement, (whole, tag: string, text: string, end: string = '') => {
      const [, name = ''] = /^<([a-z0-9]+)/.exec(tag) ?? []
      if (/ lang="/.test(tag)) return whole
      // An option holds nothing but text.
      const isWhole = end === `</${name}>` && text.replace(chinese, '') === ''
      if (isWhole || name === 'option') return `${tag.slice(0, -1)}${lang}>${text}${end}`
      const part = /^t(?:ext|span)$/.test(name) ? 'tspan' : 'span'
      return `${tag}${text.replace(chinese, (words) => `<${part}${lang}>${words}</${part}>`)}${end}`
    })
}

/** Elements that got their language below. Only theirs is taken away again. */
const marked = new WeakSet<Element>()

const countOf = (text: string, letter: RegExp) => text.match(letter)?.length ?? 0

/**
 * The same within the document of a live preview. React owns its texts, so whole elements are marked: those with more Chinese
 * characters than Latin letters, as long as they have.
 */
export function markChineseElements(root: Element): void {
  for (const element of root.querySelectorAll('body *:not(script, style, option)')) {
    if (element.hasAttribute('lang') && !marked.has(element)) continue
    const name = element.matches('img, svg') && (element.getAttribute('alt') ?? element.getAttribute('aria-label'))
    const texts = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
    const text = name || texts.join('')
    if (countOf(text, /\p{Script=Han}/gu) > countOf(text, /[A-Za-z]/g)) {
      element.setAttribute('lang', languageTags.zh)
      marked.add(element)
    } else if (marked.delete(element)) element.removeAttribute('lang')
  }
}
