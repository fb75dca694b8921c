// @vitest-environment jsdom
import {stegaClean} from '@sanity/client/stega'
import {cleanup, render} from '@testing-library/react'
import {vercelStegaCombine} from '@vercel/stega'
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {Phrases} from '@/components/ui/Phrases'
import {localize} from '@/sanity/presentContent'
import fc from '@/tests/support/fastCheck.ts'
import {followText} from './followText.ts'

const path = 'blocks[_key=="a"].heading.zh'

/** A text as a draft shows it: the address of its field is behind it, with the key written in the other way. */
function withField(words: string, field = 'blocks:a.heading.zh'): string {
  return vercelStegaCombine(words, {origin: 'sanity.io', id: 'page-a', type: 'page', path: field}, false)
}

function Page({heading, isTitled = true}: {heading: string; isTitled?: boolean}) {
  return (
    <main>
      {/* A document in parts, as Next sends it, holds pieces of addresses. */}
      <script type="text/plain">{withField('').slice(60)}</script>
      <p>{withField('').slice(60)}</p>
      {isTitled && <h1>{withField('标题', 'title.zh')}</h1>}
      <h2>
        <Phrases clause={10}>{withField(heading)}</Phrases>
      </h2>
      <p>{withField(heading)}</p>
      <p>前面 {withField(heading)}</p>
    </main>
  )
}

function type(before: string, text: string, field = path): void {
  const data = {type: 'site/text', id: 'page-a', path: field, before, text}
  window.dispatchEvent(new MessageEvent('message', {source: window.parent, data}))
}

/** Contents of the heading and of the paragraph that is all of the text; the third is more than the text. */
const said = () =>
  [...document.querySelectorAll('h2, h2 + p')].map((element) => stegaClean(element.textContent ?? '').trim())

/** React's update, and what the observer does after it, before it is painted. */
const settled = () => Promise.resolve()

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']})
  stop = followText()
})
afterEach(() => {
  stop()
  cleanup()
  vi.useRealTimers()
})

describe('what is typed', () => {
  test('is on the page at once, with the line breaks and the address of its field', () => {
    const {container} = render(<Page heading="试验委托先批准，再安排工程师" />)
    const breaks = container.querySelectorAll('wbr').length
    const address = withField('').length
    type('试验委托先批准，再安排工程师', '试验委托先批准，再安排试验员')
    expect(said()).toEqual(['试验委托先批准，再安排试验员', '试验委托先批准，再安排试验员'])
    expect(container.querySelectorAll('wbr')).toHaveLength(breaks)
    expect(container.querySelector('h2')?.textContent).toHaveLength('试验委托先批准，再安排试验员'.length + address)
  })

  test('is on the page where it holds a number that stays on the line of what it counts', () => {
    const texts = ['保存 30 天', '保存 30 天，磨损 1.62 mm'] as const
    const [before, after] = localize(texts, 'zh')
    render(<Page heading={before ?? ''} />)
    type(...texts)
    expect(said()).toEqual([after, after])
  })

  test('is on the page where a heading keeps a little English word with the next', () => {
    render(<Page heading="The rest of the lab" />)
    expect(said()[0]).toContain('of\u00a0the\u00a0lab')
    type('The rest of the lab', 'The rest of the labs')
    expect(said().map((text) => text.replaceAll('\u00a0', ' '))).toEqual(Array(2).fill('The rest of the labs'))
  })

  test('does not stand where the page shows something else, as a figure for its placeholder', () => {
    render(<Page heading="缩短 30%" />)
    type('缩短 {figure}', '周期缩短 {figure}')
    expect(said()).toEqual(['缩短 30%', '缩短 30%'])
  })

  test('is not shown for long without the server’s rendering of it', async () => {
    render(<Page heading="一" />)
    type('一', '二')
    vi.advanceTimersByTime(6000)
    expect(said()).toEqual(['一', '一'])
  })

  test('is taken from the Studio alone', () => {
    render(<Page heading="一" />)
    const data = {type: 'site/text', id: 'page-a', path, before: '一', text: '二'}
    window.dispatchEvent(new MessageEvent('message', {source: null, data}))
    expect(said()).toEqual(['一', '一'])
  })
})

const words = fc.array(
  fc.constantFrom('试验', '委托', '批准', '，', '、', '再', '安排', 'LIMS', ' ', '3', '。', '设备'),
  {
    minLength: 1,
    maxLength: 9,
  },
)

test('through any typing, and renderings of any earlier state, the page shows the last text and ends as the server’s', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(words, {minLength: 2, maxLength: 6}),
      fc.array(fc.oneof(fc.constant('type'), fc.constant('render'), fc.constant('other')), {maxLength: 14}),
      async (all, events) => {
        const texts = all.map((parts) => parts.join('')).filter((text, index, list) => text !== list[index - 1])
        let typed = 0
        let rendered = 0
        let isTitled = true
        const page = () => <Page heading={texts[rendered] ?? ''} isTitled={isTitled} />
        const view = render(page())
        try {
          for (const event of events) {
            if (event === 'type' && typed < texts.length - 1) {
              type(texts[typed] ?? '', texts[typed + 1] ?? '')
              typed += 1
            } else {
              if (event === 'render' && rendered < typed) rendered += 1
              if (event === 'other') isTitled = !isTitled
              view.rerender(page())
              await settled()
            }
            const last = texts[typed]?.trim()
            expect(said()).toEqual([last, last])
          }
          rendered = typed
          view.rerender(page())
          await settled()
          const live = view.container.innerHTML
          cleanup()
          expect(live).toBe(render(page()).container.innerHTML)
        } finally {
          stop()
          cleanup()
          stop = followText()
        }
      },
    ),
    {numRuns: 60 * Number(process.env.FUZZ_FACTOR || 1)},
  )
})
