import {stegaClean} from '@sanity/client/stega'
import {z} from 'zod'
import {anchorPattern} from '../../projections/anchor.ts'
import {documentFields} from '../../projections/documentFields.ts'
import {choiceShape} from '../../projections/scenario.ts'
import {blockShape, documentShape, optionalText, text} from '../../projections/shape.ts'

export const decisionProjection = /* groq */ `heading, intro, demo{step, scenario->{${documentFields}, anchor, subject,
  steps[]{_key, question, state, choices[]{_key, label, outcome, answer, reason}}}}`

const stepShape = z.object({
  _key: z.string(),
  question: optionalText,
  state: text,
  choices: z.array(choiceShape).nullish(),
})

export const decisionShape = blockShape('decision', {
  demo: z.object({
    step: z.number().int().min(1).max(99),
    scenario: z.object({
      ...documentShape,
      anchor: z.string().transform(stegaClean).pipe(z.string().regex(anchorPattern)),
      subject: text,
      steps: z.array(stepShape),
    }),
  }),
}).superRefine(({demo}, context) => {
  if (demo.scenario.steps[demo.step - 1]?.choices?.length) return
  const message = `step ${demo.step} of the scenario has no choices`
  context.addIssue({code: 'custom', path: ['demo', 'step'], message})
})
