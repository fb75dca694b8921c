/** A page that an editor has chosen for the preview. */
export interface PendingNavigation {
  path: string
  /** Paths that the preview showed before; it may still report them. */
  previous: ReadonlySet<string>
  /** Milliseconds since 1970. By then the page has been rendered, even on a slow machine. */
  expires: number
}

const lifetimeMs = 30_000

/** Starts a navigation. The preview may still show a page from before an earlier, unfinished one. */
export function startNavigation(
  path: string,
  shown: string | undefined,
  earlier: PendingNavigation | undefined,
  now: number,
): PendingNavigation {
  const previous = new Set(earlier?.previous)
  if (earlier) previous.add(earlier.path)
  if (shown !== undefined) previous.add(shown)
  previous.delete(path)
  return {path, previous, expires: now + lifetimeMs}
}

/**
 * Decides about a pending navigation when the preview reports a path. A page that is still rendering reports its own path,
 * which undoes the navigation: `retry`. Any other path is a navigation by the editor: `drop`.
 */
export function checkNavigation(
  pending: PendingNavigation,
  shown: string | undefined,
  now: number,
): 'keep' | 'retry' | 'drop' {
  if (now > pending.expires) return 'drop'
  if (shown === undefined || shown === pending.path) return 'keep'
  return pending.previous.has(shown) ? 'retry' : 'drop'
}
