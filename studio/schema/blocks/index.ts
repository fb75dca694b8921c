import {architecture} from './architecture.ts'
import {callToAction} from './callToAction.ts'
import {capabilityGrid} from './capabilityGrid.ts'
import {claims} from './claims.ts'
import {comparison} from './comparison.ts'
import {contactDetails} from './contactDetails.ts'
import {enquiryForm} from './enquiryForm.ts'
import {faq} from './faq.ts'
import {flow} from './flow.ts'
import {lanes} from './lanes.ts'
import {moduleMap} from './moduleMap.ts'
import {points} from './points.ts'
import {productGrid} from './productGrid.ts'
import {prose} from './prose.ts'
import {relatedModules} from './relatedModules.ts'
import {roles} from './roles.ts'
import {rules} from './rules.ts'
import {screen} from './screen.ts'
import {states} from './states.ts'
import {timeline} from './timeline.ts'

/** The blocks that a page may hold; the projections and components of the same names draw them. */
export const blocks = [
  prose,
  flow,
  states,
  lanes,
  screen,
  timeline,
  comparison,
  architecture,
  roles,
  rules,
  points,
  moduleMap,
  productGrid,
  capabilityGrid,
  claims,
  faq,
  relatedModules,
  enquiryForm,
  contactDetails,
  callToAction,
]
