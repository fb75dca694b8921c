/** A page that an editor has chosen for the preview, and what the preview showed until then. Both are paths. */
export interface PageChoice {
  path: string
  replaced: ReadonlySet<string>
  /** Until when the choice is kept up, in milliseconds. By then also a slow machine has drawn the page. */
  until: number
}

const firmness = 30_000

/** A new choice. What an earlier one replaced may still be what the preview really shows. */
export function choosePage(
  path: string,
  shown: string | undefined,
  earlier: PageChoice | undefined,
  now: number,
): PageChoice {
  const replaced = new Set(earlier?.replaced)
  if (earlier) replaced.add(earlier.path)
  if (shown !== undefined) replaced.add(shown)
  replaced.delete(path)
  return {path, replaced, until: now + firmness}
}

/**
 * What to do about a choice when the preview says where it is. A page that is still being drawn or renewed tells its own
 * address, and so takes back a choice made meanwhile: that one is made `again`. Any third page is the editor's new wish.
 */
export function judgeChoice(choice: PageChoice, shown: string | undefined, now: number): 'keep' | 'again' | 'drop' {
  if (now > choice.until) return 'drop'
  if (shown === undefined || shown === choice.path) return 'keep'
  return choice.replaced.has(shown) ? 'again' : 'drop'
}
