import type {z} from 'zod'
import {architectureProjection, architectureShape} from './architecture.ts'
import {callToActionProjection, callToActionShape} from './callToAction.ts'
import {capabilityGridProjection, capabilityGridShape} from './capabilityGrid.ts'
import {claimsProjection, claimsShape} from './claims.ts'
import {comparisonProjection, comparisonShape} from './comparison.ts'
import {contactDetailsProjection, contactDetailsShape} from './contactDetails.ts'
import {enquiryFormProjection, enquiryFormShape} from './enquiryForm.ts'
import {faqProjection, faqShape} from './faq.ts'
import {flowProjection, flowShape} from './flow.ts'
import {lanesProjection, lanesShape} from './lanes.ts'
import {moduleMapProjection, moduleMapShape} from './moduleMap.ts'
import {pointsProjection, pointsShape} from './points.ts'
import {productGridProjection, productGridShape} from './productGrid.ts'
import {proseProjection, proseShape} from './prose.ts'
import {relatedModulesProjection, relatedModulesShape} from './relatedModules.ts'
import {rolesProjection, rolesShape} from './roles.ts'
import {rulesProjection, rulesShape} from './rules.ts'
import {screenProjection, screenShape} from './screen.ts'
import type {BlockName} from './shape.ts'
import {statesProjection, statesShape} from './states.ts'
import {timelineProjection, timelineShape} from './timeline.ts'

/** The blocks of a page: one conditional projection a block. */
export const blockProjections = /* groq */ `
  _key, _type,
  _type == "prose" => {${proseProjection}},
  _type == "flow" => {${flowProjection}},
  _type == "states" => {${statesProjection}},
  _type == "lanes" => {${lanesProjection}},
  _type == "screen" => {${screenProjection}},
  _type == "timeline" => {${timelineProjection}},
  _type == "comparison" => {${comparisonProjection}},
  _type == "architecture" => {${architectureProjection}},
  _type == "roles" => {${rolesProjection}},
  _type == "rules" => {${rulesProjection}},
  _type == "points" => {${pointsProjection}},
  _type == "moduleMap" => {${moduleMapProjection}},
  _type == "productGrid" => {${productGridProjection}},
  _type == "capabilityGrid" => {${capabilityGridProjection}},
  _type == "claims" => {${claimsProjection}},
  _type == "faq" => {${faqProjection}},
  _type == "relatedModules" => {${relatedModulesProjection}},
  _type == "enquiryForm" => {${enquiryFormProjection}},
  _type == "contactDetails" => {${contactDetailsProjection}},
  _type == "callToAction" => {${callToActionProjection}}
`

/** What each block must hold to be shown, in one language. A block that is missing here breaks the build. */
export const blockShapes = {
  prose: proseShape,
  flow: flowShape,
  states: statesShape,
  lanes: lanesShape,
  screen: screenShape,
  timeline: timelineShape,
  comparison: comparisonShape,
  architecture: architectureShape,
  roles: rolesShape,
  rules: rulesShape,
  points: pointsShape,
  moduleMap: moduleMapShape,
  productGrid: productGridShape,
  capabilityGrid: capabilityGridShape,
  claims: claimsShape,
  faq: faqShape,
  relatedModules: relatedModulesShape,
  enquiryForm: enquiryFormShape,
  contactDetails: contactDetailsShape,
  callToAction: callToActionShape,
} satisfies Record<BlockName, z.ZodType>
