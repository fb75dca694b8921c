import {productModuleProjection, productModuleShape} from '../../projections/productModule.ts'
import {blockShape, listOf, optionalText, text} from '../../projections/shape.ts'

export const clausesProjection = /* groq */ `heading, intro, note,
  items[]{_key, clause, title, record, module->{${productModuleProjection}}}`

export const clausesShape = blockShape('clauses', {
  note: optionalText,
  items: listOf({clause: text, title: text, record: text, module: productModuleShape}),
})
