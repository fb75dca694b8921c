import {label} from '../../sanity/schema/support/bilingual.ts'

/** Buttons of Sanity's navbar that are icons alone, by selector, with the names that screen readers read. */
const names: readonly (readonly [selector: string, name: string])[] = [
  ['button:has([data-sanity-icon="menu"])', label('打开菜单', 'Open the menu')],
  ['[data-testid="global-perspective-menu-button"]', label('选择草稿或发布计划', 'Choose drafts or a release')],
  ['[data-testid="releases-tool-link"]', label('发布计划', 'Releases')],
  ['a[href="/"]', label('回到开始', 'To the start')],
]

/** Names the buttons of the navbar that have no name, now and whenever they appear. Returns a function that ends it. */
export function nameButtons(root: HTMLElement): () => void {
  const nameAll = () => {
    for (const [selector, name] of names) {
      for (const button of root.querySelectorAll(`[data-testid="studio-navbar"] ${selector}`)) {
        const isNamed = button.hasAttribute('aria-label') || button.textContent?.trim()
        if (!isNamed) button.setAttribute('aria-label', name)
      }
    }
  }
  const observer = new MutationObserver((changes) => {
    if (changes.some(({addedNodes}) => addedNodes.length > 0)) nameAll()
  })
  observer.observe(root, {childList: true, subtree: true})
  nameAll()
  return () => observer.disconnect()
}
