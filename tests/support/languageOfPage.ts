/** Runs in the page: its texts in the page's own language, visible ones and those for assistive technology. */
export function textsOfPage(): string[] {
  const own = document.documentElement.lang
  const isForeign = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang') !== own
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = [document.title]
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent?.closest('script, style, noscript, template') || isForeign(parent)) continue
    texts.push(walker.currentNode.textContent ?? '')
  }
  for (const name of ['alt', 'aria-label', 'title', 'placeholder']) {
    for (const element of document.querySelectorAll(`body [${name}]`)) {
      if (!isForeign(element)) texts.push(element.getAttribute(name) ?? '')
    }
  }
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content')
  return [...texts, description ?? ''].map((text) => text.trim()).filter(Boolean)
}
