import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {screenShape} from '@/sanity/blocks/screen/projection'
import {ShareImage} from './ShareImage'

const words = {
  title: '试验委托：审批走完，再派工程师',
  register: 'LIMS-01 试验委托',
  siteName: '试验与车辆软件',
  description: '批完才派工程师。',
  hue: 'teal',
  locale: 'zh',
} as const

const screen = screenShape.parse({
  _key: 'p',
  _type: 'screen',
  kind: 'table',
  title: '委托清单',
  alternative: '清单',
  action: '新建委托',
  columns: '编号|试验|状态',
  detailColumns: '样品',
  rows: [{_key: 'r', cells: '例-2411|制动盘耐久|审批中', details: '例-S01', note: '还差主任审批', tone: 'waiting'}],
})

it('shows the screen that a page opens with, and says that it is an example', () => {
  const text = draw(<ShareImage {...words} screen={screen} />).body.textContent
  for (const part of [
    'LIMS-01',
    '试验委托：',
    '委托清单',
    '新建委托',
    '编号',
    '例-2411',
    '制动盘耐久',
    '审批中',
    '还差主任审批',
  ]) {
    expect(text, part).toContain(part)
  }
  expect(text).toContain('示意画面，内容为示例')
})

it.each(['board', 'calendar'])('shows a card of a %s that names none of its columns', (kind) => {
  const rows = [{_key: 'r', cells: '待办|EX-2411|Heat'}]
  const text = draw(<ShareImage {...words} screen={screenShape.parse({...screen, kind, columns: 'New', rows})} />).body
    .textContent
  expect(text).toContain('待办')
  expect(text).toContain('EX-2411')
})

it('shows the columns of a board that have cards, in their order, and empty ones where there is room', () => {
  const columnsOf = (columns: string, ...cells: string[]) => {
    const rows = cells.map((text) => ({_key: text, cells: text}))
    const board = screenShape.parse({...screen, kind: 'board', columns, rows})
    const text = draw(<ShareImage {...words} screen={board} />).body.textContent
    return [...text.matchAll(/栏[A-Z]/g)].join(' ')
  }
  expect(columnsOf('栏A|栏B|栏C|栏D', '栏X|EX-2411', '栏Y|EX-2412')).toBe('栏A 栏B 栏X 栏Y')
  expect(columnsOf('栏A|栏B|栏C|栏D|栏E', '栏C|EX-2411', '栏E|EX-2412')).toBe('栏A 栏B 栏C 栏E')
  expect(columnsOf('栏A|栏B|栏C|栏D', '栏C|EX-2411')).toBe('栏A 栏B 栏C 栏D')
})

it('shows title and lead of other pages', () => {
  const text = draw(<ShareImage {...words} />).body.textContent
  expect(text).toContain(words.title)
  expect(text).toContain(words.description)
})
