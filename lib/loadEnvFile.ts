import {existsSync, readFileSync} from 'node:fs'
import {basename} from 'node:path'
import {parseEnv} from 'node:util'
import {messageOf} from './messageOf.ts'

/**
 * Sets the variables of the file that the environment lacks. Nothing if there is no file.
 *
 * @throws an error with one sentence if it cannot be read.
 */
export function loadEnvFile(file: string, env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(parseEnv(readEnvFile(file)))) env[name] ??= value
}

/** The text of the file, without the mark that Windows puts before it; empty if there is no file. */
export function readEnvFile(file: string): string {
  if (!existsSync(file)) return ''
  try {
    const text = readFileSync(file, 'utf8')
    if (text.includes('\0')) throw new Error('it is no UTF-8, as PowerShell writes files')
    return text.replace(/^\uFEFF/, '')
  } catch (error) {
    const name = basename(file)
    throw new Error(
      `${name} cannot be read (${messageOf(error)}). Make it a text file in UTF-8 that this user may read, like .env.example.`,
    )
  }
}
