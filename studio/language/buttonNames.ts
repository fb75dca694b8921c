import {label} from '../../sanity/schema/support/bilingual.ts'

const navbar = (selector: string) => `[data-testid="studio-navbar"] ${selector}`

/** Buttons of Sanity's that are icons alone, and a field without a label, by selector, with the names that screen readers read. */
const names: readonly (readonly [selector: string, name: string])[] = [
  [navbar('button:has([data-sanity-icon="menu"])'), label('打开菜单', 'Open the menu')],
  [navbar('[data-testid="global-perspective-menu-button"]'), label('选择草稿或发布计划', 'Choose drafts or a release')],
  [navbar('[data-testid="releases-tool-link"]'), label('发布计划', 'Releases')],
  [navbar('a[href="/"]'), label('回到开始', 'To the start')],
  [navbar('#user-menu'), label('我的账号', 'My account')],
  ['[data-testid="pane-context-menu-button"]', label('更多操作', 'More actions')],
  ['[data-testid="copy-document-actions-button"]', label('复制网址或 ID', 'Copy the address or the ID')],
  ['[data-testid="array-item-menu-button"]', label('这一项的操作', 'Actions of this item')],
  ['[data-testid="field-actions-trigger"]', label('字段操作', 'Field actions')],
  ['[data-testid="pt-editor__toolbar-card"] [data-testid="action-menu-button"]', label('更多格式', 'More formatting')],
  ['[data-testid="pt-editor__toolbar-card"] [data-testid="insert-menu-button"]', label('插入', 'Insert')],
  ['[data-testid="document-pane"] a:has([data-sanity-icon="close"])', label('关闭', 'Close')],
  ['[data-testid="calendar-prev-month"]', label('上个月', 'Previous month')],
  ['[data-testid="calendar-next-month"]', label('下个月', 'Next month')],
  ['[data-ui="Calendar"] button:has([data-sanity-icon="chevron-left"])', label('上个月', 'Previous month')],
  ['[data-ui="Calendar"] button:has([data-sanity-icon="chevron-right"])', label('下个月', 'Next month')],
  ['button[id$="-menuButton"]', label('这个字段的操作', 'Actions of this field')],
  ['button[name="calendar"]', label('按日期查找', 'Find by date')],
  ['a[data-ui="Button"]:has([data-sanity-icon="arrow-left"])', label('返回', 'Back')],
  ['[data-ui="TextInput"]:has([data-sanity-icon="launch"]) input', label('页面地址', 'Address of the page')],
  ['button:has([data-sanity-icon="earth-globe"])', label('时区', 'Time zone')],
  ['[data-ui="DragHandleButton"]', label('拖动，改变顺序', 'Drag to reorder')],
]

const iconButtons = names.map(([selector]) => selector).join()

/** Names the buttons of navbar, panes and lists that have no name: in an element, or around it as their icon. */
export function nameButtons(element: Element): void {
  for (const button of [element.closest(iconButtons), ...element.querySelectorAll(iconButtons)]) {
    if (!button || button.hasAttribute('aria-label') || button.textContent?.trim()) continue
    const [, name] = names.find(([selector]) => button.matches(selector)) ?? []
    if (name) button.setAttribute('aria-label', name)
  }
}
