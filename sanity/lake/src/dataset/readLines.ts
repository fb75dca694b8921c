import {createReadStream} from 'node:fs'

/**
 * The lines of a text file. Only a line feed ends one: Node's own line reader also cuts at U+2028 and U+2029, which
 * JSON allows inside of strings.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
