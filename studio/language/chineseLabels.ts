import {formatTime} from './formatTime.ts'

/** Labels for screen readers that Sanity's components write in English, whatever the language is. */
const labels: ReadonlyMap<string, string> = new Map([
  ['Clear', '清空'],
  ['Close dialog', '关闭对话框'],
  ['Open', '展开'],
])

/** `Date.prototype.toDateString`, with which the calendar names its days. */
const day = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:[A-Z][a-z]{2}) \d{2} \d{4}$/

/** Returns a fixed English label in Chinese; undefined for any other. */
export function chineseLabel(label: string): string | undefined {
  if (day.test(label)) return new Date(label).toLocaleDateString('zh-CN', {dateStyle: 'full'})
  return labels.get(label)
}

/** Texts that it writes in English, too, on buttons. */
const texts: ReadonlyMap<string, string> = new Map([['Go back to published version', '回到已发布的内容']])

/** How it writes the time of an earlier version. */
const moment = /^[A-Z][a-z]{2} \d{1,2}, \d{4} @ \d{1,2}:\d{2}:\d{2} [AP]M$/

/** Selector of the elements with these texts. */
const places = 'em, [data-ui="Button"]'

function chineseText(text: string): string | undefined {
  if (moment.test(text)) return formatTime(Date.parse(text.replace(' @', '')))
  return texts.get(text)
}

/** Translates such labels and texts now and whenever they appear. Returns a function that ends it. */
export function translateLabels(root: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    for (const {type, target, addedNodes} of changes) {
      if (type === 'characterData') translateText(target.parentElement?.closest(places) ?? null)
      for (const node of type === 'attributes' ? [target] : addedNodes) if (node instanceof Element) translate(node)
    }
  })
  observer.observe(root, {attributeFilter: ['aria-label'], childList: true, characterData: true, subtree: true})
  translate(root)
  return () => observer.disconnect()
}

function translate(element: Element): void {
  for (const labelled of [element, ...element.querySelectorAll('[aria-label]')]) {
    const translated = chineseLabel(labelled.getAttribute('aria-label') ?? '')
    if (translated) labelled.setAttribute('aria-label', translated)
  }
  if (element.matches(places)) translateText(element)
  for (const place of element.querySelectorAll(places)) translateText(place)
}

function translateText(place: Element | null): void {
  const translated = place && chineseText(place.textContent)
  const written = place && document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode()
  // The node stays the one that React has written, and writes to.
  if (translated && written) written.nodeValue = translated
}
