import {claimReference} from './claimReference.ts'
import {demoStep} from './demoStep.ts'
import {externalLink} from './externalLink.ts'
import {flowStep} from './flowStep.ts'
import {link} from './link.ts'
import {localeBlocks} from './localeBlocks.ts'
import {localeString} from './localeString.ts'
import {localeText} from './localeText.ts'
import {menuGroup} from './menuGroup.ts'
import {photo} from './photo.ts'
import {portableText} from './portableText.ts'
import {routeLink} from './routeLink.ts'
import {scenarioChoice} from './scenarioChoice.ts'
import {scenarioStep} from './scenarioStep.ts'
import {screenRow} from './screenRow.ts'
import {seo} from './seo.ts'
import {timelineItem} from './timelineItem.ts'
import {timelineLane} from './timelineLane.ts'

/** Object types of documents, of several blocks, or meant for any block. Those of one block are in its folder. */
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
  screenRow,
  timelineItem,
  timelineLane,
  photo,
  menuGroup,
  scenarioStep,
  scenarioChoice,
  demoStep,
]
