/**
 * What the site asks of the content lake, composed of what each block and document needs. The queries take it from here.
 */
export {navigationProjection} from './navigation.ts'
export {pageProjection} from './page.ts'
export {siteSettingsProjection} from './siteSettings.ts'
