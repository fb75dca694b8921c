import {z} from 'zod'
import {claimProjection, claimShape} from './claim.ts'
import {targetFields, targetProjection} from './link.ts'

/** Portable Text with the claims that it quotes. */
export const richTextProjection = /* groq */ `
  _key, _type, style, listItem, level,
  markDefs[]{_key, _type, _type == "routeLink" => {${targetProjection}}, _type == "externalLink" => {href}},
  children[]{_key, _type, _type == "span" => {text, marks}, _type == "claimReference" => {claim->{${claimProjection}}}}
`

const routeLink = z.object({_key: z.string(), _type: z.literal('routeLink'), ...targetFields})
const externalLink = z.object({
  _key: z.string(),
  _type: z.literal('externalLink'),
  href: z.string().regex(/^(https?:|mailto:|tel:)/, 'is not a web, mail or phone link'),
})
const span = z.object({
  _key: z.string(),
  _type: z.literal('span'),
  text: z.string(),
  marks: z.array(z.string()).nullish(),
})
const claimReference = z.object({_key: z.string(), _type: z.literal('claimReference'), claim: claimShape})

const block = z
  .object({
    _key: z.string(),
    _type: z.literal('block'),
    style: z.enum(['normal', 'h2', 'h3']).nullish(),
    listItem: z.enum(['bullet', 'number']).nullish(),
    // The renderer nests a list for each level: a huge number would exhaust memory.
    level: z.number().int().min(1).max(10).nullish(),
    markDefs: z.array(z.discriminatedUnion('_type', [routeLink, externalLink])).nullish(),
    children: z.array(z.discriminatedUnion('_type', [span, claimReference])),
  })
  .transform((read) => {
    // The renderer looks up marks on a plain object, where "constructor" exists as well.
    const known = new Set(['strong', ...(read.markDefs ?? []).map(({_key}) => _key)])
    const children = read.children.map((child) =>
      child._type === 'span' && child.marks ? {...child, marks: child.marks.filter((mark) => known.has(mark))} : child,
    )
    return {...read, children}
  })

export const richTextShape = z.array(block).min(1)

export type RichTextValue = z.output<typeof richTextShape>
