// Written by `npm run typegen` from the names in sanity/blocks/index.ts.
import type {ComponentType} from 'react'
import type {z} from 'zod'
import type {blockShapes} from '@/sanity/blocks/blocks.generated'
import type {BlockName} from '@/sanity/blocks/index'
import {Architecture} from './architecture/Architecture'
import {BuyerFacts} from './buyerFacts/BuyerFacts'
import {CallToAction} from './callToAction/CallToAction'
import {CapabilityGrid} from './capabilityGrid/CapabilityGrid'
import {Claims} from './claims/Claims'
import {Clauses} from './clauses/Clauses'
import {Comparison} from './comparison/Comparison'
import {ContactDetails} from './contactDetails/ContactDetails'
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
import type {BlockProps} from './context'

/** The component of each block, which gets what the block's shape returns. */
export const blockComponents = {
  architecture: Architecture,
  buyerFacts: BuyerFacts,
  callToAction: CallToAction,
  capabilityGrid: CapabilityGrid,
  claims: Claims,
  clauses: Clauses,
  comparison: Comparison,
  contactDetails: ContactDetails,
  decision: Decision,
  enquiryForm: EnquiryForm,
  entrances: Entrances,
  faq: Faq,
  flow: Flow,
  lanes: Lanes,
  moduleMap: ModuleMap,
  points: Points,
  productGrid: ProductGrid,
  prose: Prose,
  relatedModules: RelatedModules,
  roles: Roles,
  rules: Rules,
  screen: Screen,
  states: States,
  timeline: Timeline,
  trace: Trace,
} satisfies {[Name in BlockName]: ComponentType<BlockProps<z.output<(typeof blockShapes)[Name]>>>}
