import {randomUUID} from 'node:crypto'
import {rename, rm} from 'node:fs/promises'

interface Writes {
  writeFile(path: string, data: unknown): Promise<void>
}

/**
 * A file system whose files are written aside and then put in place: a full disk, or a process that is killed, leaves
 * the old page and never half of the new one.
 */
export function writeWhole<Files extends Writes>(files: Files): Files {
  return {
    ...files,
    async writeFile(path: string, data: unknown): Promise<void> {
      const aside = `${path}.${randomUUID()}.tmp`
      try {
        await files.writeFile(aside, data)
        await rename(aside, path)
      } catch (error) {
        await rm(aside, {force: true}).catch(() => undefined)
        throw error
      }
    },
  }
}
