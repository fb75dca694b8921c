import {stdin, stdout} from 'node:process'
import {createInterface} from 'node:readline/promises'
import {Writable} from 'node:stream'
import {UsageError} from '../errors.ts'

/** Asks twice without showing what is typed; from a pipe it takes the first line. */
export async function readPassword(): Promise<string> {
  if (!stdin.isTTY) return firstLine()
  const muted = new Writable({write: (_chunk, _encoding, done) => done()})
  const terminal = createInterface({input: stdin, output: muted, terminal: true})
  try {
    const ask = async (prompt: string): Promise<string> => {
      stdout.write(prompt)
      const answer = await terminal.question('')
      stdout.write('\n')
      return answer
    }
    const password = await ask('New password: ')
    if ((await ask('Once more: ')) !== password) throw new UsageError('The two passwords differ; nothing was changed.')
    return password
  } finally {
    terminal.close()
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({input: stdin})) return line
  throw new UsageError('There is no password: type one, or pipe it in.')
}
