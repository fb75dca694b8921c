import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {createReadStream, readFileSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {createInterface} from 'node:readline'
import {onTestFinished} from 'vitest'
import {newFolder} from './openTestLake.ts'

/** A system call that succeeded; paths are absolute. */
export type SystemCall = {path: string} & (
  | {name: 'make'; isFolder: boolean; truncates: boolean}
  /** `at` undefined: at the end. Writes to sockets have the path `socket`. */
  | {name: 'write'; at: number | undefined; bytes: Buffer}
  | {name: 'truncate'; size: number}
  | {name: 'sync'}
  | {name: 'unlink'}
  | {name: 'rename'; to: string}
)

interface TracedLake {
  url: string
  /** Ends it without warning, and returns what it did, in order. */
  kill(): Promise<SystemCall[]>
}

const TRACED =
  'openat,mkdir,mkdirat,write,writev,pwrite64,pwritev,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2'

/**
 * Returns why no lake can be traced here; undefined if one can. Throws where strace is missing and could be installed.
 */
export function obstacleToTracing(): string | undefined {
  if (process.platform !== 'linux') return 'strace is for Linux'
  const {error, status, stderr} = spawnSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  })
  if (error) throw new Error('strace is missing: install it (Debian: strace) and run this again.', {cause: error})
  return status === 0 ? undefined : `this user may not trace processes: ${stderr.trim()}`
}

export async function traceLake(dir: string, imports: readonly string[] = []): Promise<TracedLake> {
  const trace = join(await newFolder(), 'trace')
  const script = new URL('lakeProcess.ts', import.meta.url).pathname
  const options = ['-f', '--seccomp-bpf', '-xx', '-y', '-s', '100000000', '-e', `trace=${TRACED}`, '-o', trace]
  const node = [process.execPath, ...imports.flatMap((path) => ['--import', path]), script, dir]
  const child = spawn('strace', [...options, ...node], {stdio: ['ignore', 'pipe', 'inherit']})
  const exited = once(child, 'exit')
  // strace ends after what it traces, and has then written all of it down.
  const kill = async () => {
    for (const pid of childrenOf(child.pid)) process.kill(pid, 'SIGKILL')
    await exited
  }
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await kill()
  })
  const [url] = await once(createInterface(child.stdout), 'line')
  return {
    url: String(url),
    async kill() {
      await kill()
      return readTrace(trace)
    },
  }
}

function childrenOf(pid: number | undefined): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

async function readTrace(file: string): Promise<SystemCall[]> {
  const calls: SystemCall[] = []
  /** Calls that another thread's came between, by thread. */
  const begun = new Map<string, string>()
  for await (const line of createInterface(createReadStream(file))) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (text.endsWith(' <unfinished ...>')) {
      begun.set(thread, text.slice(0, -' <unfinished ...>'.length))
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text)?.[0]
    const call = readCall(resumed === undefined ? text : `${begun.get(thread) ?? ''}${text.slice(resumed.length)}`)
    if (call) calls.push(call)
  }
  return calls
}

const HEX = /"((?:\\x[0-9a-f]{2})*)"/g

/** Reads a line of strace; undefined for a failed call, and for other lines. */
function readCall(line: string): SystemCall | undefined {
  const [, name = '', args = '', result = '-1'] = /^(\w+)\((.*)\) += (-?\d+)/.exec(line) ?? []
  if (Number(result) < 0) return undefined
  const strings = Array.from(args.matchAll(HEX), ([, hex = '']) => decode(hex))
  const [first, second] = strings.map((bytes) => resolve(bytes.toString()))
  const numbers =
    args
      .replaceAll(HEX, '')
      .replaceAll(/<[^>]*>/g, '')
      .match(/-?\d+/g) ?? []
  const opened = /^\d+<((?:\\x[0-9a-f]{2})*)>/.exec(args)?.[1]
  const target = opened === undefined ? '' : decode(opened).toString()
  const path = target.startsWith('socket:') ? 'socket' : target
  switch (name) {
    case 'openat':
      if (!args.includes('O_CREAT') && !args.includes('O_TRUNC')) return undefined
      return {name: 'make', path: first ?? '', isFolder: false, truncates: args.includes('O_TRUNC')}
    case 'mkdir':
    case 'mkdirat':
      return {name: 'make', path: first ?? '', isFolder: true, truncates: false}
    case 'write':
    case 'writev':
      return {name: 'write', path, at: undefined, bytes: Buffer.concat(strings).subarray(0, Number(result))}
    case 'pwrite64':
      return {
        name: 'write',
        path,
        at: Number(numbers.at(-1)),
        bytes: Buffer.concat(strings).subarray(0, Number(result)),
      }
    case 'ftruncate':
      return {name: 'truncate', path, size: Number(numbers.at(-1))}
    case 'fsync':
    case 'fdatasync':
      return {name: 'sync', path}
    case 'unlink':
    case 'unlinkat':
      return {name: 'unlink', path: first ?? ''}
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return {name: 'rename', path: first ?? '', to: second ?? ''}
    default:
      throw new Error(`strace reported ${name}, which is not known here`)
  }
}

const decode = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
