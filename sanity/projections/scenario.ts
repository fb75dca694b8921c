import {stegaClean} from '@sanity/client/stega'
import {z} from 'zod'
import type {Localized} from '../presentContent.ts'
import type {PageQueryResult} from '../types.generated.ts'
import {anchorPattern} from './anchor.ts'
import {documentFields} from './documentFields.ts'
import {drawingProjection, drawingShape} from './drawing.ts'
import {productProjection, productShape} from './product.ts'
import {roleProjection, roleShape} from './role.ts'
import {type Accepting, choice, documentShape, listOf, optionalText, text} from './shape.ts'

export const scenarioProjection = /* groq */ `${documentFields}, _createdAt, title, summary, subject, anchor, formerAnchors,
  product->{${productProjection}},
  steps[]{_key, heading, text, role->{${roleProjection}}, state, tone, "picture": picture[0]{${drawingProjection}}, question,
    choices[]{_key, label, outcome, answer, reason, row, from, to, "picture": picture[0]{${drawingProjection}}}
  }
`

/** A scenario in one language, as queried. */
export type ScenarioData = NonNullable<NonNullable<Localized<PageQueryResult>>['scenarios']>[number]

/** Counted from one. A broken number costs the place, not the scenario. */
const optionalPlace = z.number().int().min(1).nullish().catch(null)

/** A choice without its picture. */
export const choiceShape = z.object({
  _key: z.string(),
  label: text,
  outcome: choice(['accepted', 'refused']),
  answer: text,
  reason: optionalText,
})

const fields = {
  ...documentShape,
  title: text,
  summary: text,
  subject: text,
  _createdAt: z
    .string()
    .nullish()
    .transform((date) => date ?? ''),
  anchor: z.string().transform(stegaClean).pipe(z.string().regex(anchorPattern)),
  formerAnchors: z
    .array(z.string())
    .nullish()
    .transform((names) => stegaClean(names ?? []).filter((name) => anchorPattern.test(name))),
  product: productShape,
  steps: listOf({
    heading: text,
    text,
    role: roleShape.nullish(),
    state: text,
    tone: choice(['active', 'waiting', 'ended']),
    picture: drawingShape,
    question: optionalText,
    choices: z
      .array(
        choiceShape.extend({
          picture: drawingShape.nullish(),
          row: optionalPlace,
          from: optionalPlace,
          to: optionalPlace,
        }),
      )
      .nullish(),
  }),
}

/** Fields that a scenario must have to be shown, tied to the generated types like the blocks' shapes. */
export const scenarioShape = z.object(fields satisfies Accepting<typeof fields, ScenarioData>)

export type Scenario = z.output<typeof scenarioShape>
export type ScenarioStep = Scenario['steps'][number]
