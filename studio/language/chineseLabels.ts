/** Labels for screen readers that Sanity's components write in English, whatever the language is. */
const labels: ReadonlyMap<string, string> = new Map([
  ['Clear', '清空'],
  ['Close dialog', '关闭对话框'],
  ['Open', '展开'],
  // Reactions to a comment.
  ['Thumbs up', '回应：赞'],
  ['Thumbs down', '回应：不赞成'],
  ['Heart', '回应：喜欢'],
  ['Rocket', '回应：火箭'],
  ['Heavy plus sign', '回应：同意'],
  ['Eyes', '回应：在看'],
])

/** `Date.prototype.toDateString`, with which the calendar names its days. */
const day = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:[A-Z][a-z]{2}) \d{2} \d{4}$/

/** Returns a fixed English label in Chinese; undefined for any other. */
export function chineseLabel(label: string): string | undefined {
  if (day.test(label)) return new Date(label).toLocaleDateString('zh-CN', {dateStyle: 'full'})
  return labels.get(label)
}

/** Texts that it writes in English, too, on buttons and in the dialog for requests that failed. */
const texts: ReadonlyMap<string, string> = new Map([
  ['Go back to published version', '回到已发布的内容'],
  ['Network error', '连不上服务器'],
  ['Failed to fetch', '连不上内容库，请检查网络。'],
  [
    "Couldn't reach the Sanity servers. Check your network connection and try again.",
    '连不上服务器。请检查网络，再试一次。',
  ],
  [
    "Couldn't reach the Sanity servers. Your last change may not have been sent. Check your network connection and reload the Studio to see the current state.",
    '连不上服务器，刚才的修改可能没有送到。请检查网络，重新载入后看看现在的内容。',
  ],
  ['Server error', '服务器出错'],
  [
    "The server ran into an issue and couldn't complete the request. You can try again, or reload the Studio.",
    '服务器出错，没有完成。可以再试一次，或重新载入。',
  ],
  [
    "The server ran into an issue and couldn't complete the request. Your last change may not have been saved. Reload the Studio to see the current state.",
    '服务器出错，刚才的修改可能没有保存。请重新载入，看看现在的内容。',
  ],
  ['Too many requests', '请求太多'],
  ['Too many requests at once. You can try again shortly.', '一下子请求太多，稍等再试。'],
  ['Too many requests at once. Reload the Studio to try again.', '一下子请求太多，请重新载入再试。'],
  ['Reload Studio', '重新载入'],
  ['Try again', '再试一次'],
  ['Retrying…', '正在重试…'],
  ['Troubleshooting', '可以先看看'],
  ['Check that your device is online.', '设备是否联网。'],
  [
    'Disable VPNs, ad blockers, or browser extensions that may block requests.',
    '关掉可能拦截请求的 VPN、广告拦截或浏览器扩展。',
  ],
  ['Check', '看看'],
  ['for ongoing incidents.', '有没有故障。'],
  ['An error occurred that Sanity Studio was unable to recover from.', '出错了，这里无法继续显示。'],
  ['To report this error,', '要报告这个错误，'],
  [
    ' copy the error details and share them with your development team or Sanity Support.',
    '请复制错误详情，交给开发人员。',
  ],
  ['Retry', '再试一次'],
  ['Copy error details', '复制错误详情'],
  ['Failed to get error details', '没能取得错误详情'],
  ['Failed to copy error details', '没能复制错误详情'],
  ['Check Sanity Status', '看看 Sanity 的服务有没有故障'],
  ['Tool not found: ', '没有这样的工具：'],
  ['Edited at', '修改时间'],
  ['Created at', '创建时间'],
  ['Contains document, image or file', '包含文档、图片或文件'],
  ['Previous month', '上个月'],
  ['Next month', '下个月'],
])

/** Heading of what is left of a tool after an error. */
const crash = /^The \S+ tool crashed$/

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
]
const chineseMonths = [...'一二三四五六七八九十'].concat('十一', '十二').map((number) => `${number}月`)
const chineseMonth = new Map(months.map((month, index) => [month, chineseMonths[index]]))

/** Selector of the elements with these texts. */
const places = [
  ...['em', '[data-ui="Button"]', '#request-error-dialog [data-ui="Text"]', '[data-ui="Calendar"] [data-ui="Text"]'],
  ...['[data-ui="Heading"]', '[data-ui="Heading"] ~ [data-ui="Text"]', '[data-ui="Container"] h1[data-ui="Text"]'],
  ...['[data-ui^="Tooltip"] [data-ui="Text"]', '[data-ui="Toast"] [data-ui="Text"]'],
].join()

/** Of running text and comments: a letter that is typed goes by the number of those before it, which a translation would change. */
const editors = '[contenteditable]'

const calendars = '[data-ui="Calendar"]'

/** The year of a calendar's heading, of which the text is blank: Sanity writes “November 2026”, in three nodes. */
const years = new WeakMap<Element, string>()

function translateHeading(calendar: Element): void {
  for (const heading of calendar.querySelectorAll('[data-ui="Text"] > span')) {
    const [month, space, year] = [...heading.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const index = months.indexOf(month?.nodeValue ?? '')
    const number = index === -1 ? Number(/(\d+)月$/.exec(month?.nodeValue ?? '')?.[1]) : index + 1
    const shown = year?.nodeValue || years.get(heading)
    if (!month || !space || !year || !number || !shown) continue
    years.set(heading, shown)
    // React goes on writing month and year to their nodes.
    for (const [node, text] of [
      [month, `${shown}年${number}月`],
      [space, ''],
      [year, ''],
    ] as const)
      if (node.nodeValue !== text) node.nodeValue = text
  }
}

/** Names of the days above the calendar of releases, of which Sanity shows the first English letter. */
const daysFromMonday = [...'一二三四五六日']

function translateDays(calendar: Element): void {
  const days = [...calendar.querySelectorAll('[data-ui="Label"] > span')]
  const letters = days.map(({textContent}) => textContent).join('')
  const toMonday = ['MTWTFSS', 'SMTWTFS'].indexOf(letters)
  if (toMonday === -1) return
  for (const [index, day] of days.entries()) {
    const name = daysFromMonday[(index + 7 - toMonday) % 7]
    if (day.firstChild && name) day.firstChild.nodeValue = name
  }
}

function chineseText(text: string): string | undefined {
  if (crash.test(text)) return '这里出错了'
  return texts.get(text) ?? chineseMonth.get(text)
}

/** Translates such labels and texts in an element. */
export function translate(element: Element): void {
  for (const labelled of [element, ...element.querySelectorAll('[aria-label]')]) {
    const translated = chineseLabel(labelled.getAttribute('aria-label') ?? '')
    if (translated) labelled.setAttribute('aria-label', translated)
  }
  for (const calendar of [element.closest(calendars), ...element.querySelectorAll(calendars)]) {
    if (!calendar) continue
    translateHeading(calendar)
    translateDays(calendar)
  }
  if (element.matches(places)) translatePlace(element)
  for (const place of element.querySelectorAll(places)) translatePlace(place)
}

/** Translates such a text that is written anew. */
export function translateText(text: Node): void {
  const calendar = text.parentElement?.closest(calendars)
  if (calendar) translateHeading(calendar)
  const place = text.parentElement?.closest(places)
  if (place) translatePlace(place)
}

function translatePlace(place: Element): void {
  if (place.closest(editors)) return
  const nodes = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const translated = chineseText(node.nodeValue ?? '')
    // The node stays the one that React has written, and writes to.
    if (translated) node.nodeValue = translated
  }
}
