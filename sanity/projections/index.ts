/** Projections of the queries, composed of those of blocks and documents. */
export {navigationProjection} from './navigation.ts'
export {pageProjection} from './page.ts'
export {siteSettingsProjection} from './siteSettings.ts'
