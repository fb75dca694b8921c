import {expect, test} from 'vitest'
import {samplePaths} from '../../sanity/blocks/samples.ts'
import {validate} from '../../sanity/schema/testing/validate.ts'
import {newScenario, type PlannedStep, pictures} from './newScenario.ts'

const noWords = {zh: '', en: ''}
const product = {_id: 'product-lims', code: 'LIMS'}
const step = (changes: Partial<PlannedStep> = {}): PlannedStep => ({
  id: 's',
  heading: noWords,
  picture: 'table',
  question: noWords,
  choices: [],
  ...changes,
})
const choices = (['accepted', 'refused'] as const).map((outcome) => ({outcome, label: noWords, answer: noWords}))
const documentOf = (fields: object) => ({_id: 'drafts.new', _type: 'scenario', order: 9, ...fields})

test('a scenario of which nothing was written is refused for its samples alone, with every picture and with choices', async () => {
  for (const picture of pictures) {
    const steps = [step({picture}), step({picture, choices})]
    const created = documentOf(newScenario({title: noWords, product, steps}, 'lims2'))
    const problems = await validate(created)
    expect(
      problems.map((line) => line.replace(/^error .*? /, '')),
      picture,
    ).toEqual(samplePaths(created).map(() => '这是示例文字，请改写。 This is sample text: replace it.'))
  }
})

test('what was typed stands in its place, and what was not is a sample, in each language by itself', () => {
  const typed = [
    step({heading: {zh: '登记', en: ' '}, picture: 'form'}),
    step({
      heading: {zh: '派工', en: 'Assign'},
      question: {zh: '派给谁？', en: 'To whom?'},
      choices: [
        {outcome: 'accepted', label: {zh: '有授权的人', en: 'Authorised'}, answer: {zh: '可以。', en: 'Yes.'}},
        {outcome: 'refused', label: {zh: '别人', en: 'Anybody'}, answer: {zh: '不行。', en: 'No.'}},
      ],
    }),
  ]
  const {title, anchor, steps} = newScenario({title: {zh: '一单', en: 'An order'}, product, steps: typed}, 'lims2')
  expect(title).toMatchObject({zh: '一单', en: 'An order'})
  expect(anchor).toBe('lims2')
  expect(steps[0]?.heading).toMatchObject({zh: '登记', en: '[Sample] What is done in step 1'})
  expect(steps.map(({picture}) => picture[0])).toMatchObject([{kind: 'form'}, {kind: 'table'}])
  expect(steps[1]).toMatchObject({
    question: {zh: '派给谁？'},
    choices: [
      {outcome: 'accepted', label: {en: 'Authorised'}, answer: {en: 'Yes.'}},
      {outcome: 'refused', reason: {en: '[Sample] Which rule refuses it.'}},
    ],
  })
})
