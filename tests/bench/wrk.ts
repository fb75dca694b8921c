import {execFile} from 'node:child_process'
import {promisify} from 'node:util'
import {findProgram} from '../support/findProgram.ts'
import {parseWrk, type WrkFigures} from './parseWrk.ts'

const run = promisify(execFile)

/** Asks for one address as fast as the answers come, over 32 connections from one thread. */
export async function wrk(url: string, seconds: number, headers: Record<string, string> = {}): Promise<WrkFigures> {
  const program = findProgram('wrk', ['wrk'])
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const {stdout} = await run(program, ['-t1', '-c32', `-d${seconds}s`, '--latency', ...given, url])
  return parseWrk(stdout)
}
