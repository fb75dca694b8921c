const maxLength = 24

/** Valid anchors of scenarios. */
export const anchorPattern = new RegExp(`^[a-z][a-z0-9]{0,${maxLength - 1}}$`)

/** Fragments that every page uses itself. */
export const reservedAnchors: ReadonlySet<string> = new Set(['content'])

/** Returns an unused anchor similar to the wanted one: `lqm`, else `lqm2`, `lqm3` … */
export function uniqueAnchor(wanted: string, taken: ReadonlySet<string>): string {
  const isFree = (anchor: string) => !taken.has(anchor) && !reservedAnchors.has(anchor)
  if (anchorPattern.test(wanted) && isFree(wanted)) return wanted
  const stem = anchorPattern.test(wanted) ? wanted.replace(/\d+$/, '') : 'scenario'
  for (let number = 2; ; number++) {
    const anchor = `${stem.slice(0, maxLength - String(number).length)}${number}`
    if (isFree(anchor)) return anchor
  }
}
