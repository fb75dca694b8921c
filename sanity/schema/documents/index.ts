import {capability} from './capability.ts'
import {claim} from './claim.ts'
import {navigation} from './navigation.ts'
import {page} from './page.ts'
import {product} from './product.ts'
import {productModule} from './productModule.ts'
import {role} from './role.ts'
import {scenario} from './scenario.ts'
import {siteSettings} from './siteSettings.ts'

/** All document types. */
export const documents = [page, product, productModule, capability, claim, role, scenario, siteSettings, navigation]
