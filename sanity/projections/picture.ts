import {z} from 'zod'
import {comparisonProjection, comparisonShape} from './comparison.ts'
import {flowProjection, flowShape} from './flow.ts'
import {screenProjection, screenShape} from './screen.ts'
import {statesProjection, statesShape} from './states.ts'
import {timelineProjection, timelineShape} from './timeline.ts'

/** A picture that is drawn from data alone, as the block of its name is on a page. */
export const pictureProjection = /* groq */ `_key, _type,
  _type == "screen" => {${screenProjection}},
  _type == "flow" => {${flowProjection}},
  _type == "states" => {${statesProjection}},
  _type == "comparison" => {${comparisonProjection}},
  _type == "timeline" => {${timelineProjection}}
`

export const pictureShape = z.union([screenShape, flowShape, statesShape, comparisonShape, timelineShape])

export type Picture = z.output<typeof pictureShape>
