const longest = 24

/** What a scenario may be called in links: the same for the Studio's rule and the site's addresses. */
export const anchorPattern = new RegExp(`^[a-z][a-z0-9]{0,${longest - 1}}$`)

/** Fragments that lead somewhere else on every page: where its content begins. */
export const reservedAnchors: ReadonlySet<string> = new Set(['content'])

/** A name in links that nobody has, near the one that is wanted: `lqm`, else `lqm2`, `lqm3` … */
export function freshAnchor(wanted: string, taken: ReadonlySet<string>): string {
  const isFree = (anchor: string) => !taken.has(anchor) && !reservedAnchors.has(anchor)
  if (anchorPattern.test(wanted) && isFree(wanted)) return wanted
  const stem = anchorPattern.test(wanted) ? wanted.replace(/\d+$/, '') : 'scenario'
  for (let number = 2; ; number++) {
    const anchor = `${stem.slice(0, longest - String(number).length)}${number}`
    if (isFree(anchor)) return anchor
  }
}
