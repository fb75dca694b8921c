import {architectureLayer} from './architectureLayer.ts'
import {buyerFact} from './buyerFact.ts'
import {claimReference} from './claimReference.ts'
import {clauseItem} from './clauseItem.ts'
import {comparisonRow} from './comparisonRow.ts'
import {demoStep} from './demoStep.ts'
import {entrance} from './entrance.ts'
import {entranceGroup} from './entranceGroup.ts'
import {externalLink} from './externalLink.ts'
import {faqItem} from './faqItem.ts'
import {flowStep} from './flowStep.ts'
import {link} from './link.ts'
import {localeBlocks} from './localeBlocks.ts'
import {localeString} from './localeString.ts'
import {localeText} from './localeText.ts'
import {menuGroup} from './menuGroup.ts'
import {photo} from './photo.ts'
import {pointItem} from './pointItem.ts'
import {portableText} from './portableText.ts'
import {roleItem} from './roleItem.ts'
import {routeLink} from './routeLink.ts'
import {ruleItem} from './ruleItem.ts'
import {scenarioChoice} from './scenarioChoice.ts'
import {scenarioStep} from './scenarioStep.ts'
import {screenRow} from './screenRow.ts'
import {seo} from './seo.ts'
import {stateItem} from './stateItem.ts'
import {stateTransition} from './stateTransition.ts'
import {timelineItem} from './timelineItem.ts'
import {timelineLane} from './timelineLane.ts'
import {timelineLoad} from './timelineLoad.ts'
import {traceStep} from './traceStep.ts'

/** All object types. */
export const objects = [
  localeString,
  localeText,
  localeBlocks,
  portableText,
  routeLink,
  externalLink,
  claimReference,
  link,
  seo,
  flowStep,
  stateItem,
  stateTransition,
  screenRow,
  timelineItem,
  timelineLane,
  timelineLoad,
  comparisonRow,
  architectureLayer,
  roleItem,
  ruleItem,
  photo,
  pointItem,
  faqItem,
  buyerFact,
  clauseItem,
  menuGroup,
  scenarioStep,
  scenarioChoice,
  demoStep,
  traceStep,
  entrance,
  entranceGroup,
]
