/** A full disk fails for every page; once a minute is enough to hear of it. */
const quiet = 60_000
const reportedAt = new Map<string, number>()

/**
 * What could not be written to the cache's folder, on a full or read-only disk, is served from memory: a failed write
 * must fail no page. Any other error is the caller's.
 */
export function reportUnwritten(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^(ENOSPC|EROFS|EACCES|EPERM|EDQUOT|EIO|EMFILE|ENFILE)$/.test(code)) throw error
  const now = performance.now()
  if (now - (reportedAt.get(code) ?? Number.NEGATIVE_INFINITY) < quiet) return
  reportedAt.set(code, now)
  console.error(`The page cache’s folder cannot be written (${code}); new pages are kept in memory only.`)
}
