// @vitest-environment jsdom
import {cleanup, render} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {context} from '@/components/testing/fixtures'
import {architectureShape} from '@/sanity/blocks/architecture/projection'
import {screenShape} from '@/sanity/blocks/screen/projection'
import {Architecture} from './architecture/Architecture'
import {Screen} from './screen/Screen'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const screenOf = (kind: string) =>
  screenShape.parse({
    _key: 'k',
    _type: 'screen',
    kind,
    alternative: 'a',
    title: 't',
    columns: 'Same|Same||',
    detailColumns: 'A|A|B|B',
    rows: [{_key: 'r', cells: 'Same|1|2|3', tone: 'active', details: 'x|x|y|y'}],
  })
const architecture = architectureShape.parse({
  _key: 'k',
  _type: 'architecture',
  alternative: 'a',
  caption: null,
  shared: 'Part|Part||',
  layers: [{_key: 'l', name: 'Layer', parts: 'Part|Part||', link: null}],
})

/** React keeps elements with one key apart from their neighbours: in a draft, equal ones would stay or double. */
test.each([
  ['a table', <Screen key="a" block={screenOf('table')} context={context} />],
  ['a board', <Screen key="b" block={screenOf('board')} context={context} />],
  ['an architecture', <Architecture key="c" block={architecture} context={context} />],
])('equal and empty cells of %s stay apart in a draft', (_, block) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(block)
  expect(said.mock.calls.filter((call) => call.join().includes('same key'))).toEqual([])
})
