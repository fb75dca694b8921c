import {z} from 'zod'
import {productModuleProjection, productModuleShape} from '../../projections/productModule.ts'
import {blockShape} from '../../projections/shape.ts'

export const relatedModulesProjection = /* groq */ `heading, intro, modules[]->{${productModuleProjection}}`

export const relatedModulesShape = blockShape('relatedModules', {modules: z.array(productModuleShape).min(1)})
