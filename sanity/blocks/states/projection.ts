import {z} from 'zod'
import {blockShape, choice, listOf, optionalListOf, optionalText, text} from '../../projections/shape.ts'

export const statesProjection = /* groq */ `heading, intro, caption, alternative,
  states[]{_key, name, text, tone}, transitions[]{_key, from, to, label}`

/** Number of a state, counted from one. */
const position = z.number().int().min(1)

export const statesShape = blockShape('states', {
  caption: optionalText,
  alternative: text,
  states: listOf({name: text, text: optionalText, tone: choice(['active', 'waiting', 'ended'])}),
  transitions: optionalListOf({from: position, to: position, label: text}),
}).superRefine(({states, transitions}, context) => {
  transitions?.forEach(({from, to}, index) => {
    if (Math.max(from, to) <= states.length) return
    const message = `goes from state ${from} to state ${to}, but there are ${states.length}`
    context.addIssue({code: 'custom', path: ['transitions', index], message})
  })
})
