import {label} from '../../sanity/schema/support/bilingual.ts'

const navbar = (selector: string) => `[data-testid="studio-navbar"] ${selector}`

/** Buttons of Sanity's that are icons alone, by selector, with the names that screen readers read. */
const names: readonly (readonly [selector: string, name: string])[] = [
  [navbar('button:has([data-sanity-icon="menu"])'), label('打开菜单', 'Open the menu')],
  [navbar('[data-testid="global-perspective-menu-button"]'), label('选择草稿或发布计划', 'Choose drafts or a release')],
  [navbar('[data-testid="releases-tool-link"]'), label('发布计划', 'Releases')],
  [navbar('a[href="/"]'), label('回到开始', 'To the start')],
  [navbar('#user-menu'), label('我的账号', 'My account')],
  ['[data-testid="pane-context-menu-button"]', label('更多操作', 'More actions')],
  ['[data-testid="copy-document-actions-button"]', label('复制网址或 ID', 'Copy the address or the ID')],
  ['[data-testid="array-item-menu-button"]', label('这一项的操作', 'Actions of this item')],
  ['[data-ui="DragHandleButton"]', label('拖动，改变顺序', 'Drag to reorder')],
]

/** Names the buttons of navbar, panes and lists that have no name, now and whenever they appear. Returns a function that ends it. */
export function nameButtons(root: HTMLElement): () => void {
  const nameAll = () => {
    for (const [selector, name] of names) {
      for (const button of root.querySelectorAll(selector)) {
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
