import {blockShapes} from '@/sanity/blocks/blocks.generated'
import type {BlockName} from '@/sanity/blocks/index'
import {Architecture} from './architecture/Architecture'
import {CallToAction} from './callToAction/CallToAction'
import {CapabilityGrid} from './capabilityGrid/CapabilityGrid'
import {Claims} from './claims/Claims'
import {Comparison} from './comparison/Comparison'
import {ContactDetails} from './contactDetails/ContactDetails'
import {type BlockEntry, defineBlock} from './defineBlock'
import {EnquiryForm} from './enquiryForm/EnquiryForm'
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

/** Every block of the schema: what it must hold and what shows it. A block that is missing here breaks the build. */
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
} satisfies Record<BlockName, BlockEntry>

const entries: ReadonlyMap<string, BlockEntry> = new Map(Object.entries(registry))

/** The names of all blocks that can be shown. */
export const registeredBlocks: readonly string[] = [...entries.keys()]

/** A block's entry, undefined if there is no such block. */
export function entryNamed(name: string): BlockEntry | undefined {
  return entries.get(name)
}
