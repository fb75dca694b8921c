import {SiteError} from '../SiteError.ts'
import {judgePage} from './judgePage.ts'
import type {GuardedPage} from './pageMiddleware.ts'

/** Why a page is not shown: for now the site has no such page, or its middleware is an error. */
export type Refusal = 'hidden' | SiteError

/** Why a page is not shown at a given time; undefined where it is. */
export function refusalOf(page: GuardedPage, now: number): Refusal | undefined {
  try {
    return judgePage(page, now).hidden ? 'hidden' : undefined
  } catch (error) {
    if (error instanceof SiteError) return error
    throw error
  }
}
