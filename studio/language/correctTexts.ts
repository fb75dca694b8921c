import type {Locale} from '../../lib/locales.ts'
import {nameButtons} from './buttonNames.ts'
import {translate, translateText} from './chineseLabels.ts'

/**
 * Names the icons that Sanity leaves without a name and, in the Chinese Studio, translates what it writes in English alone,
 * now and whenever it appears. Looks only at what is new, as a form changes with each key. Returns a function that ends it.
 */
export function correctTexts(root: HTMLElement, language: Locale): () => void {
  const isChinese = language === 'zh'
  const correct = (element: Element) => {
    nameButtons(element)
    if (isChinese) translate(element)
  }
  const observer = new MutationObserver((changes) => {
    for (const {type, target, addedNodes} of changes) {
      if (type === 'characterData') translateText(target)
      for (const node of type === 'attributes' ? [target] : addedNodes) if (node instanceof Element) correct(node)
    }
  })
  const translated = {attributeFilter: ['aria-label'], characterData: true}
  observer.observe(root, {childList: true, subtree: true, ...(isChinese && translated)})
  correct(root)
  return () => observer.disconnect()
}
