import {blockProjections} from '../blocks/blocks.generated.ts'
import {documentFields} from './documentFields.ts'
import {drawingProjection} from './drawing.ts'
import {linkProjection} from './link.ts'
import {productProjection} from './product.ts'
import {productModuleProjection} from './productModule.ts'
import {scenarioProjection} from './scenario.ts'

/** A page with everything that it shows, in both languages. */
export const pageProjection = /* groq */ `${documentFields}, route, title, description, layout, opening, middleware, embargoUntil,
  seo{title, description, noindex, image{alt, crop{top, bottom, left, right}, hotspot{x, y},
    asset->{${documentFields}, url, "width": metadata.dimensions.width, "height": metadata.dimensions.height}}},
  product->{${productProjection}},
  module->{${productModuleProjection}},
  actions[]{_key, ${linkProjection}},
  "picture": picture[0]{${drawingProjection}},
  blocks[]{${blockProjections}},
  "scenarios": select(route == "/demo" => *[_type == "scenario"] | order(order asc, _id asc){${scenarioProjection}}, [])
`
