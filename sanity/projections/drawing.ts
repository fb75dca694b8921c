import {z} from 'zod'
import {comparisonProjection, comparisonShape} from '../blocks/comparison/projection.ts'
import {flowProjection, flowShape} from '../blocks/flow/projection.ts'
import {screenProjection, screenShape} from '../blocks/screen/projection.ts'
import {statesProjection, statesShape} from '../blocks/states/projection.ts'
import {timelineProjection, timelineShape} from '../blocks/timeline/projection.ts'

/** A drawing, with the fields of the block of its type. */
export const drawingProjection = /* groq */ `_key, _type,
  _type == "screen" => {${screenProjection}},
  _type == "flow" => {${flowProjection}},
  _type == "states" => {${statesProjection}},
  _type == "comparison" => {${comparisonProjection}},
  _type == "timeline" => {${timelineProjection}}
`

export const drawingShape = z.union([screenShape, flowShape, statesShape, comparisonShape, timelineShape])

export type Drawing = z.output<typeof drawingShape>
