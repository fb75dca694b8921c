import type {Route} from '../../lib/routes.ts'
import type {PageStates} from './affectedRoutes.ts'
import {mapInBatches} from './mapInBatches.ts'

/** One URL that shows a route's content: a page or a payload in one of the languages. */
export interface Target {
  route: Route
  url: string
}

/** What a URL answered: the version in it, and what Next's cache had to say (HIT, STALE, MISS). */
export interface Answer {
  version: string | undefined
  cache: string | undefined
}

export interface Verification {
  targets: readonly Target[]
  expected: PageStates
  /** Asks the site itself, as a visitor would. */
  ask(url: string): Promise<Answer>
  /** Asks the content API again what the pages should show. */
  loadExpected(): Promise<PageStates>
  /** Whether another verification has taken the route over, which knows better what it should show. */
  isTakenOver(route: Route): boolean
  /** Marks pages as stale again; takes effect at once. */
  revalidateAgain(routes: Route[]): Promise<void>
  wait(milliseconds: number): Promise<void>
  now(): number
}

export interface Outcome {
  /** What the pages should show, as last heard. */
  expected: PageStates
  /** Targets that still show something else and are this verification's to worry about; empty when all is well. */
  failed: Target[]
}

const limit = 60_000

/**
 * Asks each URL until it shows what it should. A request alone is not enough: the first one gets the old page and starts
 * the rendering of the new; and a rendering that failed, or that was overtaken by another publish, leaves the old page in
 * the cache as if it were new (a HIT). Such a page is marked stale again, after asking what it should show by now. A
 * page that was published again meanwhile is left to the verification of that publish.
 * Waits grow to two seconds; after a minute it gives up.
 */
export async function verifyPages(verification: Verification): Promise<Outcome> {
  const {ask, loadExpected, isTakenOver, revalidateAgain, wait, now} = verification
  const start = now()
  let {expected} = verification
  let pending = [...verification.targets]
  for (let attempt = 0; ; attempt++) {
    const answers = await mapInBatches(pending, async (target) => ({
      target,
      answer: await ask(target.url).catch(() => undefined),
    }))
    const isOld = ({target, answer}: (typeof answers)[number]) =>
      answer?.version !== expected.get(target.route)?.version
    let old = answers.filter(isOld)
    if (old.some(({answer}) => answer?.cache === 'HIT')) {
      expected = await loadExpected().catch(() => expected)
      old = old.filter(isOld)
      const stuck = old.filter(({answer}) => answer?.cache === 'HIT').map(({target}) => target.route)
      if (stuck.length > 0) await revalidateAgain([...new Set(stuck)]).catch(() => undefined)
    }
    pending = old.map(({target}) => target)
    if (pending.length === 0 || now() - start > limit) return {expected, failed: pending}
    await wait(pause(attempt))
    pending = pending.filter(({route}) => !isTakenOver(route))
  }
}

/** Quick at first, as a page renders in milliseconds; patient when something is wrong. */
function pause(attempt: number): number {
  return attempt < 5 ? 15 : Math.min(2000, 50 * 2 ** (attempt - 5))
}
