import {type ComponentType, createElement, type ReactNode} from 'react'
import type {z} from 'zod'
import {blockShapes} from '@/sanity/blocks/blocks.generated'
import type {BlockName} from '@/sanity/blocks/index'
import {Architecture} from './architecture/Architecture'
import {BuyerFacts} from './buyerFacts/BuyerFacts'
import {CallToAction} from './callToAction/CallToAction'
import {CapabilityGrid} from './capabilityGrid/CapabilityGrid'
import {Claims} from './claims/Claims'
import {Clauses} from './clauses/Clauses'
import {Comparison} from './comparison/Comparison'
import {ContactDetails} from './contactDetails/ContactDetails'
import type {BlockContext, BlockProps} from './context'
import {Decision} from './decision/Decision'
import {EnquiryForm} from './enquiryForm/EnquiryForm'
import {Entrances} from './entrances/Entrances'
import {Faq} from './faq/Faq'
import {Flow} from './flow/Flow'
import {Lanes} from './lanes/Lanes'
import {ModuleMap} from './moduleMap/ModuleMap'
import {Points} from './points/Points'
import {ProductGrid} from './productGrid/ProductGrid'
import {Prose} from './prose/Prose'
import {RelatedModules} from './relatedModules/RelatedModules'
import {Roles} from './roles/Roles'
import {Rules} from './rules/Rules'
import {Screen} from './screen/Screen'
import {States} from './states/States'
import {Timeline} from './timeline/Timeline'
import {Trace} from './trace/Trace'

/** Every block of the schema with its shape and its component; a missing one breaks the build. */
const registry = {
  timeline: defineBlock(blockShapes.timeline, Timeline, {isFigure: true}),
  screen: defineBlock(blockShapes.screen, Screen, {isFigure: true}),
  lanes: defineBlock(blockShapes.lanes, Lanes, {isFigure: true}),
  comparison: defineBlock(blockShapes.comparison, Comparison, {isFigure: true}),
  architecture: defineBlock(blockShapes.architecture, Architecture, {isFigure: true}),
  callToAction: defineBlock(blockShapes.callToAction, CallToAction),
  capabilityGrid: defineBlock(blockShapes.capabilityGrid, CapabilityGrid),
  claims: defineBlock(blockShapes.claims, Claims),
  contactDetails: defineBlock(blockShapes.contactDetails, ContactDetails),
  enquiryForm: defineBlock(blockShapes.enquiryForm, EnquiryForm),
  faq: defineBlock(blockShapes.faq, Faq),
  flow: defineBlock(blockShapes.flow, Flow, {isFigure: true}),
  moduleMap: defineBlock(blockShapes.moduleMap, ModuleMap),
  points: defineBlock(blockShapes.points, Points),
  productGrid: defineBlock(blockShapes.productGrid, ProductGrid),
  prose: defineBlock(blockShapes.prose, Prose),
  relatedModules: defineBlock(blockShapes.relatedModules, RelatedModules),
  roles: defineBlock(blockShapes.roles, Roles),
  rules: defineBlock(blockShapes.rules, Rules),
  states: defineBlock(blockShapes.states, States, {isFigure: true}),
  trace: defineBlock(blockShapes.trace, Trace, {isFigure: true}),
  entrances: defineBlock(blockShapes.entrances, Entrances),
  decision: defineBlock(blockShapes.decision, Decision),
  clauses: defineBlock(blockShapes.clauses, Clauses),
  buyerFacts: defineBlock(blockShapes.buyerFacts, BuyerFacts),
} satisfies Record<BlockName, BlockEntry>

const entries: ReadonlyMap<string, BlockEntry> = new Map(Object.entries(registry))

export const registeredBlocks: readonly string[] = [...entries.keys()]

export function entryNamed(name: string): BlockEntry | undefined {
  return entries.get(name)
}

/** A field that a block lacks or has wrong. */
export interface BlockProblem {
  /** Where in the block; empty for the block itself. */
  path: (string | number)[]
  message: string
}

type ReadBlock = {render: (key: string, context: BlockContext) => ReactNode} | {problems: BlockProblem[]}

interface BlockEntry {
  /** Whether the block renders a numbered figure. */
  isFigure: boolean
  /** Validates a block: a render function, or its problems. */
  read: (block: unknown) => ReadBlock
}

/** Joins a block's shape and its component. */
function defineBlock<Shape extends z.ZodType>(
  shape: Shape,
  Component: ComponentType<BlockProps<z.output<Shape>>>,
  {isFigure = false}: {isFigure?: boolean} = {},
): BlockEntry {
  return {
    isFigure,
    read(block) {
      const result = shape.safeParse(block)
      if (!result.success) return {problems: result.error.issues.map(problemOf)}
      return {render: (key, context) => createElement(Component, {key, block: result.data, context})}
    },
  }
}

function problemOf({path, message}: z.core.$ZodIssue): BlockProblem {
  return {path: path.map((part) => (typeof part === 'number' ? part : String(part))), message}
}
