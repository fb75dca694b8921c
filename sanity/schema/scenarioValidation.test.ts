import {readFile} from 'node:fs/promises'
import {expect, test} from 'vitest'
import {validate} from './testing/validate.ts'

const file = new URL('../seed/data.ndjson', import.meta.url)
const lines = (await readFile(file, 'utf8')).split('\n')
const scenario = JSON.parse(lines.find((line) => line.includes('"_id":"scenario-advp"')) ?? '{}')
/** The step at which a baseline may be edited (refused) or a new version started (accepted). */
const step = scenario.steps[3]
const [refused, accepted] = step.choices

const withStep = (changes: object) => validate({...scenario, steps: [scenario.steps[0], {...step, ...changes}]})

test('a complete scenario has no problems', async () => {
  expect(await validate(scenario)).toEqual([])
})

test('choices need a question, more than one of them, and one that is accepted', async () => {
  expect(await withStep({question: undefined})).toEqual([
    expect.stringMatching(/^error steps\.step4\.question: .*ask a question/),
  ])
  expect(await withStep({choices: [accepted]})).toEqual([
    expect.stringMatching(/^error steps\.step4\.choices: .*A single choice is no choice/),
  ])
  expect(await withStep({choices: [refused, {...refused, _key: 'other'}]})).toEqual([
    expect.stringMatching(/^error steps\.step4\.choices: .*the visitor is stuck/),
  ])
  expect(await withStep({choices: [], question: undefined})).toEqual([])
})

test('a block that asks of a step names one with choices', async () => {
  const page = (number: number, _id: string) => ({
    _id,
    _type: 'page',
    blocks: [
      {
        _type: 'decision',
        _key: 'd',
        demo: {_type: 'demoStep', scenario: {_type: 'reference', _ref: scenario._id, _weak: true}, step: number},
      },
    ],
  })
  const problems = async (number: number, others = [scenario], id = 'page-ui') =>
    (await validate(page(number, id), others)).filter((line) => line.includes('.demo'))
  const wrong = [expect.stringMatching(/^error blocks\.d\.demo\.step: .*has no choices/)]
  expect(scenario.steps.map((one: {choices?: unknown[]}) => Boolean(one.choices?.length))[3]).toBe(true)
  expect(await problems(4)).toEqual([])
  expect(await problems(1)).toEqual(wrong)
  expect(await problems(9)).toEqual(wrong)
  // A draft of the scenario may add the choices.
  const steps = scenario.steps.map((one: object) => ({...one, choices: step.choices}))
  expect(await problems(1, [scenario, {...scenario, _id: `drafts.${scenario._id}`, steps}])).toEqual([])
  // So may its version in the page's release, with which it is published; another release comes at another time.
  const released = [scenario, {...scenario, _id: `versions.r1.${scenario._id}`, steps}]
  expect(await problems(1, released, 'versions.r1.page-ui')).toEqual([])
  expect(await problems(1, released, 'versions.r2.page-ui')).toEqual(wrong)
  expect(await problems(1, released)).toEqual(wrong)
})

test('a refused choice needs a reason', async () => {
  expect(await withStep({choices: [{...refused, reason: undefined}, accepted]})).toEqual([
    expect.stringMatching(/^error steps\.step4\.choices\.choice1\.reason: 请写明按哪条规则退回/),
  ])
})

test('a choice names a row and periods that the screen has', async () => {
  const placed = (changes: object) => withStep({choices: [{...refused, ...changes}, accepted]})
  const noRow = /^error steps\.step4\.choices\.choice1\.row: .*no such row/
  const noPeriod = /^error steps\.step4\.choices\.choice1\.from: .*periods of the schedule/
  expect(await placed({row: 1})).toEqual([])
  expect(await placed({row: 2})).toEqual([expect.stringMatching(noRow)])
  expect(await placed({row: 1, from: 1})).toEqual([expect.stringMatching(noPeriod)])
  const lanes = [
    {
      _key: 'a',
      _type: 'timelineLane',
      label: {zh: '甲', en: 'A'},
      items: [{_key: 'i', _type: 'timelineItem', from: 1, to: 1}],
    },
  ]
  const picture = [
    {...step.picture[0], kind: 'schedule', columns: {zh: '周一|周二', en: 'Mon|Tue'}, rows: undefined, lanes},
  ]
  const periods = (from?: number, to?: number) =>
    withStep({picture, choices: [{...refused, row: 1, from, to}, accepted]})
  expect(await periods(1, 2)).toEqual([])
  for (const [from, to] of [
    [2, 1],
    [1, 3],
    [undefined, 2],
  ] as const) {
    expect(await periods(from, to)).toEqual([expect.stringMatching(noPeriod)])
  }
})

test('a step has exactly one picture', async () => {
  const [picture] = step.picture
  expect((await withStep({picture: undefined})).join()).toMatch(/error steps\.step4\.picture: .*Add a picture/)
  expect(await withStep({picture: [picture, {...picture, _key: 'second'}]})).toEqual([
    expect.stringMatching(/^error steps\.step4\.picture: .*One picture only/),
  ])
})

test('a title that is still that of a copy is an error, in either language', async () => {
  const {zh, en} = scenario.title
  expect(await validate({...scenario, title: {...scenario.title, zh: `${zh}（副本）`}})).toEqual([
    expect.stringMatching(/^error title\.zh: 还带着副本的记号.*Still marked as a copy/),
  ])
  expect(await validate({...scenario, title: {...scenario.title, en: `${en} (copy) `}})).toEqual([
    expect.stringMatching(/^error title\.en: 还带着副本的记号/),
  ])
})

test('no other scenario, published or draft, may have or have had the same name in links', async () => {
  const other = {...scenario, _id: 'scenario-two', title: {zh: '另一个场景'}}
  const refusal = /^error anchor: “advp”是或曾经是“另一个场景”的链接名.*choose another/
  for (const others of [
    [other],
    [{...other, _id: 'drafts.scenario-two'}],
    [{...other, anchor: 'free', formerAnchors: ['old', 'advp']}],
  ]) {
    expect(await validate(scenario, others)).toEqual([expect.stringMatching(refusal)])
    expect(await validate({...scenario, _id: 'drafts.scenario-advp'}, others)).toHaveLength(1)
  }
  // What is published together must differ; another release comes at another time.
  const released = [{...other, _id: 'versions.fair.scenario-two'}]
  expect(await validate({...scenario, _id: 'versions.fair.scenario-advp'}, released)).toEqual([
    expect.stringMatching(refusal),
  ])
  expect(await validate({...scenario, _id: 'versions.later.scenario-advp'}, released)).toEqual([])
  expect(await validate(scenario, released)).toEqual([])
  expect((await validate({...scenario, anchor: 'content'})).join()).toMatch(/^error anchor: “content”是页面本身的链接/)
  const own = [
    scenario,
    {...scenario, _id: 'drafts.scenario-advp'},
    {...scenario, _id: 'versions.fair.scenario-advp'},
    {...other, anchor: 'advp2'},
    {...other, _type: 'page'},
  ]
  expect(await validate(scenario, own)).toEqual([])
})

test('a name in links is lower-case letters and digits, begins with a letter, and has 24 at most', async () => {
  for (const anchor of ['Lims', '1lims', 'li-ms', '演示', 'a'.repeat(25), '']) {
    expect((await validate({...scenario, anchor})).join(), anchor).toMatch(/error anchor: 请用小写英文字母开头/)
  }
})
