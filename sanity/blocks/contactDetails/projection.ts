import {blockShape} from '../../projections/shape.ts'

/** Address, phone and mail come from the site settings. */
export const contactDetailsProjection = /* groq */ `heading, intro`

export const contactDetailsShape = blockShape('contactDetails', {})
