import {architectureShape} from '@/sanity/projections/architecture'
import {callToActionShape} from '@/sanity/projections/callToAction'
import {capabilityGridShape} from '@/sanity/projections/capabilityGrid'
import {claimsShape} from '@/sanity/projections/claims'
import {comparisonShape} from '@/sanity/projections/comparison'
import {contactDetailsShape} from '@/sanity/projections/contactDetails'
import {faqShape} from '@/sanity/projections/faq'
import {flowShape} from '@/sanity/projections/flow'
import {lanesShape} from '@/sanity/projections/lanes'
import {moduleMapShape} from '@/sanity/projections/moduleMap'
import {pointsShape} from '@/sanity/projections/points'
import {productGridShape} from '@/sanity/projections/productGrid'
import {proseShape} from '@/sanity/projections/prose'
import {relatedModulesShape} from '@/sanity/projections/relatedModules'
import {rolesShape} from '@/sanity/projections/roles'
import {rulesShape} from '@/sanity/projections/rules'
import {screenShape} from '@/sanity/projections/screen'
import type {BlockName} from '@/sanity/projections/shape'
import {statesShape} from '@/sanity/projections/states'
import {timelineShape} from '@/sanity/projections/timeline'
import {Architecture} from './architecture/Architecture'
import {CallToAction} from './callToAction/CallToAction'
import {CapabilityGrid} from './capabilityGrid/CapabilityGrid'
import {Claims} from './claims/Claims'
import {Comparison} from './comparison/Comparison'
import {ContactDetails} from './contactDetails/ContactDetails'
import {type BlockEntry, defineBlock} from './defineBlock'
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
  timeline: defineBlock(timelineShape, Timeline, {isFigure: true}),
  screen: defineBlock(screenShape, Screen, {isFigure: true}),
  lanes: defineBlock(lanesShape, Lanes, {isFigure: true}),
  comparison: defineBlock(comparisonShape, Comparison, {isFigure: true}),
  architecture: defineBlock(architectureShape, Architecture, {isFigure: true}),
  callToAction: defineBlock(callToActionShape, CallToAction),
  capabilityGrid: defineBlock(capabilityGridShape, CapabilityGrid),
  claims: defineBlock(claimsShape, Claims),
  contactDetails: defineBlock(contactDetailsShape, ContactDetails),
  faq: defineBlock(faqShape, Faq),
  flow: defineBlock(flowShape, Flow, {isFigure: true}),
  moduleMap: defineBlock(moduleMapShape, ModuleMap),
  points: defineBlock(pointsShape, Points),
  productGrid: defineBlock(productGridShape, ProductGrid),
  prose: defineBlock(proseShape, Prose),
  relatedModules: defineBlock(relatedModulesShape, RelatedModules),
  roles: defineBlock(rolesShape, Roles),
  rules: defineBlock(rulesShape, Rules),
  states: defineBlock(statesShape, States, {isFigure: true}),
} satisfies Record<BlockName, BlockEntry>

const entries: ReadonlyMap<string, BlockEntry> = new Map(Object.entries(registry))

/** The names of all blocks. */
export const blockNames: readonly string[] = [...entries.keys()]

/** A block's entry, undefined if there is no such block. */
export function entryNamed(name: string): BlockEntry | undefined {
  return entries.get(name)
}
