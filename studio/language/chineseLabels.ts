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

/** Translates such labels now and whenever they appear. Returns a function that ends it. */
export function translateLabels(root: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    for (const {type, target, addedNodes} of changes)
      for (const node of type === 'attributes' ? [target] : addedNodes) if (node instanceof Element) translate(node)
  })
  observer.observe(root, {attributeFilter: ['aria-label'], childList: true, subtree: true})
  translate(root)
  return () => observer.disconnect()
}

function translate(element: Element): void {
  for (const labelled of [element, ...element.querySelectorAll('[aria-label]')]) {
    const translated = chineseLabel(labelled.getAttribute('aria-label') ?? '')
    if (translated) labelled.setAttribute('aria-label', translated)
  }
}
