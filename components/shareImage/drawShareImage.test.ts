// @vitest-environment node
import {describe, expect, it, vi} from 'vitest'
import {drawMark, drawShareImage} from './drawShareImage'

const content = {
  title: '试验委托：审批走完再派人',
  register: 'LIMS-01 试验委托',
  siteName: '试验与车辆软件',
  description: '各实验室按自己的流程审批委托，批完才派工程师。🚗',
  hue: 'teal',
  locale: 'zh',
} as const

async function draw(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('a picture for sharing', () => {
  it('is a PNG of 1200 by 630, with its own glyphs: none is asked of another machine', async () => {
    // The library reads its own parts from data: addresses.
    const fetched = vi.spyOn(globalThis, 'fetch')
    const png = await draw(await drawShareImage(content))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(sizeOf(png)).toEqual([1200, 630])
    const asked = fetched.mock.calls.map(([input]) => String(input)).filter((url) => !url.startsWith('data:'))
    expect(asked).toEqual([])
  })

  it('differs with its title', async () => {
    const [one, other] = await Promise.all([
      drawShareImage(content).then(draw),
      drawShareImage({...content, title: '试验委托：改过的标题'}).then(draw),
    ])
    expect(one.equals(other)).toBe(false)
  })

  it('is square for a mark, large enough for chats and small enough for every visitor', async () => {
    const mark = await draw(await drawMark({code: 'LIMS', hue: 'teal'}))
    expect(sizeOf(mark)).toEqual([400, 400])
    expect(mark.length).toBeLessThan(3000)
  })
})
