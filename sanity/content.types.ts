import type {Localized} from './localize.ts'
import type {PageQueryResult, SiteQueryResult} from './types.generated.ts'

/** Query results in both languages. */
export type BilingualPage = NonNullable<PageQueryResult>
export type BilingualSite = SiteQueryResult

/** The same in one language, for components. */
export type PageData = Localized<BilingualPage>
export type SiteData = Localized<BilingualSite>
