// Written by `npm run typegen` from the names in index.ts.
import type {z} from 'zod'
import {architectureProjection, architectureShape} from './architecture/projection.ts'
import {buyerFactsProjection, buyerFactsShape} from './buyerFacts/projection.ts'
import {callToActionProjection, callToActionShape} from './callToAction/projection.ts'
import {capabilityGridProjection, capabilityGridShape} from './capabilityGrid/projection.ts'
import {claimsProjection, claimsShape} from './claims/projection.ts'
import {clausesProjection, clausesShape} from './clauses/projection.ts'
import {comparisonProjection, comparisonShape} from './comparison/projection.ts'
import {contactDetailsProjection, contactDetailsShape} from './contactDetails/projection.ts'
import {decisionProjection, decisionShape} from './decision/projection.ts'
import {enquiryFormProjection, enquiryFormShape} from './enquiryForm/projection.ts'
import {entrancesProjection, entrancesShape} from './entrances/projection.ts'
import {faqProjection, faqShape} from './faq/projection.ts'
import {flowProjection, flowShape} from './flow/projection.ts'
import {lanesProjection, lanesShape} from './lanes/projection.ts'
import {moduleMapProjection, moduleMapShape} from './moduleMap/projection.ts'
import {pointsProjection, pointsShape} from './points/projection.ts'
import {productGridProjection, productGridShape} from './productGrid/projection.ts'
import {proseProjection, proseShape} from './prose/projection.ts'
import {relatedModulesProjection, relatedModulesShape} from './relatedModules/projection.ts'
import {rolesProjection, rolesShape} from './roles/projection.ts'
import {rulesProjection, rulesShape} from './rules/projection.ts'
import {screenProjection, screenShape} from './screen/projection.ts'
import {statesProjection, statesShape} from './states/projection.ts'
import {timelineProjection, timelineShape} from './timeline/projection.ts'
import {traceProjection, traceShape} from './trace/projection.ts'
import type {BlockName} from './index.ts'

/** The blocks of a page: one conditional projection a block. */
export const blockProjections = /* groq */ `
  _key, _type,
  _type == "architecture" => {${architectureProjection}},
  _type == "buyerFacts" => {${buyerFactsProjection}},
  _type == "callToAction" => {${callToActionProjection}},
  _type == "capabilityGrid" => {${capabilityGridProjection}},
  _type == "claims" => {${claimsProjection}},
  _type == "clauses" => {${clausesProjection}},
  _type == "comparison" => {${comparisonProjection}},
  _type == "contactDetails" => {${contactDetailsProjection}},
  _type == "decision" => {${decisionProjection}},
  _type == "enquiryForm" => {${enquiryFormProjection}},
  _type == "entrances" => {${entrancesProjection}},
  _type == "faq" => {${faqProjection}},
  _type == "flow" => {${flowProjection}},
  _type == "lanes" => {${lanesProjection}},
  _type == "moduleMap" => {${moduleMapProjection}},
  _type == "points" => {${pointsProjection}},
  _type == "productGrid" => {${productGridProjection}},
  _type == "prose" => {${proseProjection}},
  _type == "relatedModules" => {${relatedModulesProjection}},
  _type == "roles" => {${rolesProjection}},
  _type == "rules" => {${rulesProjection}},
  _type == "screen" => {${screenProjection}},
  _type == "states" => {${statesProjection}},
  _type == "timeline" => {${timelineProjection}},
  _type == "trace" => {${traceProjection}}
`

/** The shape of each block in one language, required to show it. */
export const blockShapes = {
  architecture: architectureShape,
  buyerFacts: buyerFactsShape,
  callToAction: callToActionShape,
  capabilityGrid: capabilityGridShape,
  claims: claimsShape,
  clauses: clausesShape,
  comparison: comparisonShape,
  contactDetails: contactDetailsShape,
  decision: decisionShape,
  enquiryForm: enquiryFormShape,
  entrances: entrancesShape,
  faq: faqShape,
  flow: flowShape,
  lanes: lanesShape,
  moduleMap: moduleMapShape,
  points: pointsShape,
  productGrid: productGridShape,
  prose: proseShape,
  relatedModules: relatedModulesShape,
  roles: rolesShape,
  rules: rulesShape,
  screen: screenShape,
  states: statesShape,
  timeline: timelineShape,
  trace: traceShape,
} satisfies Record<BlockName, z.ZodType>
