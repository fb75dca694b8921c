import type {Localized} from './localize.ts'
import type {PageQueryResult, SiteQueryResult} from './types.generated.ts'

/** A page in both languages, as the queries bring it. */
export type BilingualPage = NonNullable<PageQueryResult>
export type BilingualSite = SiteQueryResult

/** A page and its surroundings in one language: what components get. */
export type PageData = Localized<BilingualPage>
export type SiteData = Localized<BilingualSite>
