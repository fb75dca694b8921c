// @vitest-environment node
import {afterEach, describe, expect, it, type MockInstance, vi} from 'vitest'
import {screen} from '@/components/testing/fixtures'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import {drawMark, drawShareImage} from './drawShareImage'

const content = {
  title: '试验委托：审批走完再派人',
  register: 'LIMS-01 试验委托',
  siteName: '试验与车辆软件',
  description: '各实验室按自己的流程审批委托，批完才派工程师。🚗',
  hue: 'teal',
  locale: 'zh',
} as const

const row = {
  _key: 'r',
  cells: '新|例-1|振动',
  details: '甲',
  note: '可以继续',
  tone: 'active',
  amount: 60,
  reference: 40,
} as const

const item = {_key: 'i', label: '例-1', from: 1, to: 2, baselineFrom: null, baselineTo: null, tone: 'active'} as const

function screenOf(kind: ScreenBlock['kind']) {
  return {
    ...screen,
    kind,
    title: '委托',
    columns: '新|旧|完成',
    detailColumns: '样品',
    caption: null,
    alternative: '画面',
    action: '新建',
    rows: [row],
    lanes: [{_key: 'l', label: '台架', details: null, note: null, items: [item]}],
  }
}

async function draw(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** Requests to other machines: the library reads its own parts from data: URLs. */
function urlsOf(fetched: MockInstance<typeof fetch>): string[] {
  return fetched.mock.calls.map(([input]) => String(input)).filter((url) => !url.startsWith('data:'))
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('a picture for sharing', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('is a PNG of 1200 by 630, with its own glyphs: none is asked of another machine', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const png = await draw(await drawShareImage(content))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(sizeOf(png)).toEqual([1200, 630])
    expect(urlsOf(fetched)).toEqual([])
  })

  it('differs with its title', async () => {
    const [one, other] = await Promise.all([
      drawShareImage(content).then(draw),
      drawShareImage({...content, title: '试验委托：改过的标题'}).then(draw),
    ])
    expect(one.equals(other)).toBe(false)
  })

  it('differs with the screen that the page opens with, of whatever kind', async () => {
    const kinds = ['table', 'schedule', 'form', 'chart', 'spaces', 'board', 'calendar'] as const
    const pictures = await Promise.all(
      [undefined, ...kinds.map(screenOf)].map((picture) => drawShareImage({...content, picture}).then(draw)),
    )
    expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(kinds.length + 1)
    for (const png of pictures) expect(sizeOf(png)).toEqual([1200, 630])
  })

  it.each(['很长的内容'.repeat(60), 'a'.repeat(400), '🚗😀', 'اختبار المركبة', '|||', ' ', '\ud800', '\\u0041\n"'])(
    'is drawn whatever the screen says (%s)',
    async (text) => {
      const fetched = vi.spyOn(globalThis, 'fetch')
      const picture = {
        ...screenOf('board'),
        title: text,
        columns: text,
        action: text,
        rows: [{...row, cells: text, note: text}],
      }
      expect(sizeOf(await draw(await drawShareImage({...content, title: text, picture})))).toEqual([1200, 630])
      expect(urlsOf(fetched)).toEqual([])
    },
  )

  it('shows its words where nothing is left of the screen', async () => {
    const words = await draw(await drawShareImage(content))
    const picture = {...screenOf('table'), rows: []}
    expect((await draw(await drawShareImage({...content, picture}))).equals(words)).toBe(true)
  })

  it('is square for a mark, large enough for chats and small enough for every visitor', async () => {
    const mark = await draw(await drawMark({code: 'LIMS', hue: 'teal'}))
    expect(sizeOf(mark)).toEqual([400, 400])
    expect(mark.length).toBeLessThan(3000)
  })
})
