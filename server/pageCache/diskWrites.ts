/** Writes to the page cache's folder: atomic, and never fatal to a page. */
import {randomUUID} from 'node:crypto'
import {rename, rm} from 'node:fs/promises'

interface Writes {
  writeFile(path: string, data: unknown): Promise<void>
}

/**
 * Makes a file system's writes atomic, by a temporary file and a rename: a full disk, or a process that is killed, leaves
 * the old page and never half of the new one.
 */
export function withAtomicWrites<Files extends Writes>(files: Files): Files {
  return {
    ...files,
    async writeFile(path: string, data: unknown): Promise<void> {
      const temporary = `${path}.${randomUUID()}.tmp`
      try {
        await files.writeFile(temporary, data)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, {force: true}).catch(() => undefined)
        throw error
      }
    },
  }
}

/** In milliseconds: a full disk fails for every page, and one report a minute is enough. */
const reportInterval = 60_000
const reportedAt = new Map<string, number>()

/** Reports a full or read-only disk, as pages are then served from memory. Rethrows any other error. */
export function reportUnwritten(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^(ENOSPC|EROFS|EACCES|EPERM|EDQUOT|EIO|EMFILE|ENFILE)$/.test(code)) throw error
  const now = performance.now()
  if (now - (reportedAt.get(code) ?? Number.NEGATIVE_INFINITY) < reportInterval) return
  reportedAt.set(code, now)
  console.error(`The page cache’s folder cannot be written (${code}); new pages are kept in memory only.`)
}
