import {expect, test} from 'vitest'
import type {Publication} from './publicationsApi.ts'
import {causeOf, publicationsCsv} from './publicationsCsv.ts'

const publication: Publication = {
  time: '2026-11-23T07:00:00.000Z',
  author: 'li-wei',
  kind: 'changed',
  cause: 'draft',
  documentId: 'page-about',
  documentType: 'page',
}

test('a row says when who published what, and Excel reads its Chinese', () => {
  const csv = publicationsCsv([publication], {nameOf: () => '李伟', titleOf: () => '关于"我们"'})
  expect(csv.startsWith('\uFEFF')).toBe(true)
  const [, row] = csv.split('\r\n')
  expect(row).toContain('"2026-11-23T07:00:00.000Z","李伟","li-wei"')
  expect(row).toContain('"关于""我们""","page","page-about"')
})

test('a row says how it became public: by hand, by which release, at its time, or by a program', () => {
  const release = {name: 'r1', title: '春季展会', isScheduledDraft: false, isTimed: false}
  expect(causeOf(publication)).toContain('手动发布草稿')
  expect(causeOf({...publication, cause: 'direct'})).toContain('没有经过草稿，由导入或程序写入')
  expect(causeOf({...publication, cause: 'release', release})).toContain('随发布计划“春季展会”，手动')
  expect(causeOf({...publication, cause: 'release', release: {...release, isTimed: true}})).toContain('到时间自动')
  const draft = {...release, isScheduledDraft: true, title: ''}
  expect(causeOf({...publication, cause: 'release', release: {...draft, isTimed: true}})).toContain('定时发布的草稿')
  const csv = publicationsCsv([{...publication, cause: 'release', release}], {nameOf: String, titleOf: () => '关于'})
  expect(csv).toContain('随发布计划“春季展会”，手动')
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
