import {randomBytes} from 'node:crypto'
import {chmodSync, existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs'

/** Writes a file atomically with mode 0600. If the content is unchanged, only the mode is set. */
export function writePrivateFile(file: string, content: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) {
    chmodSync(file, 0o600)
    return
  }
  const partial = `${file}.${randomBytes(6).toString('hex')}.part`
  writeFileSync(partial, content, {mode: 0o600, flag: 'wx', flush: true})
  renameSync(partial, file)
}
