import {z} from 'zod'
import {comparisonProjection, comparisonShape} from '../blocks/comparison/projection.ts'
import {flowProjection, flowShape} from '../blocks/flow/projection.ts'
import {screenProjection, screenShape} from '../blocks/screen/projection.ts'
import {statesProjection, statesShape} from '../blocks/states/projection.ts'
import {timelineProjection, timelineShape} from '../blocks/timeline/projection.ts'

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
