import {type ParseArgsOptionsConfig, parseArgs} from 'node:util'
import {messageOf} from '../../lib/messageOf.ts'
import {UserError} from './report.ts'

/** Options of a command, in the form of `parseArgs`, and how many words it takes besides them. */
interface Arguments<Options> {
  options: Options
  words?: number
}

/**
 * Parses the arguments of one of the project's commands. `--help` and `-h` print the usage and end the process with 0.
 * Throws a UserError with the usage if there is an option that the command does not have, or a word too many.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  {options, words = 0}: Arguments<Options>,
) {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage)
    process.exit(0)
  }
  const {values, positionals} = parse(usage, options)
  const extra = positionals[words]
  if (extra !== undefined) throw new UserError(`“${extra}” is not understood.\n\n${usage}`)
  return {values, words: positionals}
}

function parse<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  try {
    return parseArgs({options, allowPositionals: true})
  } catch (error) {
    // What follows the first sentence is about the syntax of a shell.
    throw new UserError(`${messageOf(error).split(/\.(?: |\n|$)|\n/)[0]}.\n\n${usage}`)
  }
}
