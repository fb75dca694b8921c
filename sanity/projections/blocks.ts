import {architectureProjection} from './architecture.ts'
import {callToActionProjection} from './callToAction.ts'
import {capabilityGridProjection} from './capabilityGrid.ts'
import {claimsProjection} from './claims.ts'
import {comparisonProjection} from './comparison.ts'
import {contactDetailsProjection} from './contactDetails.ts'
import {faqProjection} from './faq.ts'
import {flowProjection} from './flow.ts'
import {lanesProjection} from './lanes.ts'
import {moduleMapProjection} from './moduleMap.ts'
import {pointsProjection} from './points.ts'
import {productGridProjection} from './productGrid.ts'
import {proseProjection} from './prose.ts'
import {relatedModulesProjection} from './relatedModules.ts'
import {rolesProjection} from './roles.ts'
import {rulesProjection} from './rules.ts'
import {screenProjection} from './screen.ts'
import {statesProjection} from './states.ts'
import {timelineProjection} from './timeline.ts'

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
  _type == "contactDetails" => {${contactDetailsProjection}},
  _type == "callToAction" => {${callToActionProjection}}
`
