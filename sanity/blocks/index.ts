/**
 * The blocks that a page may hold, in the order of the Studio's menu. Each has a folder here (`schema.ts`, `projection.ts`,
 * `thumbnail.svg`) and one of the same name in `components/blocks`. `npm run new -- block <name>` adds one.
 */
export const blockNames = [
  'prose',
  'flow',
  'states',
  'lanes',
  'screen',
  'timeline',
  'comparison',
  'architecture',
  'roles',
  'rules',
  'points',
  'moduleMap',
  'productGrid',
  'capabilityGrid',
  'claims',
  'clauses',
  'faq',
  'buyerFacts',
  'relatedModules',
  'enquiryForm',
  'contactDetails',
  'callToAction',
  'trace',
  'entrances',
  'decision',
] as const

export type BlockName = (typeof blockNames)[number]

/** Blocks that are drawings of example data, each a numbered figure. */
export const figureBlocks: ReadonlySet<unknown> = new Set<BlockName>([
  'architecture',
  'comparison',
  'flow',
  'lanes',
  'screen',
  'states',
  'timeline',
  'trace',
])
