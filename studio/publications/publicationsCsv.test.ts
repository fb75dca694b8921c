import {expect, test} from 'vitest'
import type {Publication} from './publicationsApi.ts'
import {publicationsCsv} from './publicationsCsv.ts'

const publication: Publication = {
  ...{time: '2026-11-23T07:00:00.000Z', author: 'li-wei', kind: 'changed'},
  ...{documentId: 'page-about', documentType: 'page'},
}

test('a row says when who published what, and Excel reads its Chinese', () => {
  const csv = publicationsCsv([publication], {nameOf: () => '李伟', titleOf: () => '关于"我们"'})
  expect(csv.startsWith('\uFEFF')).toBe(true)
  const [, row] = csv.split('\r\n')
  expect(row).toContain('"2026-11-23T07:00:00.000Z","李伟","li-wei"')
  expect(row).toContain('"关于""我们""","page","page-about"')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', 'x;=1', '\u0000=1', '\u200B=1', 'x;\u202E=1'])(
  'no title is a formula: %s',
  (title) => {
    const csv = publicationsCsv([publication], {nameOf: () => title, titleOf: () => title})
    expect(csv).not.toMatch(/(^|[",;\t])[\s\p{C}]*[=+\-@＝]/mu)
  },
)

test('a title of very many lines is no slower for each of them', () => {
  const title = `${'\n'.repeat(300_000)}=1`
  const csv = publicationsCsv([publication], {nameOf: () => '李伟', titleOf: () => title})
  expect(csv).toContain('\n\'=1"')
})
