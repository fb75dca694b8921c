import {stegaClean} from '@sanity/client/stega'
import {z} from 'zod'
import {anchorPattern} from './anchor.ts'

/** With an id and revision of its own: a link depends on the scenario's anchor, not on the rest of the scenario. */
export const demoStepProjection = /* groq */ `step, scenario->{"_id": "anchor." + _id, "_rev": anchor, anchor}`

/** Null for a removed scenario or broken data: the link then opens the demo page. */
export const demoStepShape = z
  .object({
    step: z.number().int().min(1).max(99),
    scenario: z.object({anchor: z.string().transform(stegaClean).pipe(z.string().regex(anchorPattern))}),
  })
  .nullish()
  .catch(null)

/** As queried. */
export type DemoStep = {step: number | null; scenario: {anchor: string | null} | null} | null | undefined

/** The fragment of a step: `#lims-3`; empty without a valid one. */
export function fragmentOf(demo: DemoStep): string {
  const {data: target} = demoStepShape.safeParse(demo)
  return target ? `#${target.scenario.anchor}-${target.step}` : ''
}
