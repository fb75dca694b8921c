import {spawn} from 'node:child_process'
import {createConnection} from 'node:net'
import {createClient} from '@redis/client'
import {findProgram} from './findProgram.ts'

export interface TestRedis {
  url: string
  /** Adds a user, or changes the channels of one, and returns the URL to sign in with. It may send all commands but the one that is `refused`. */
  addUser(name: string, rights: {channels: 'all' | 'none'; refused?: string}): Promise<string>
  /** Has the server keep its connections and answer nothing, or answer again. */
  setHanging(isHanging: boolean): void
  /** Kills the server. */
  kill(): Promise<void>
}

/** Starts a Redis server without persistence. */
export async function startRedis(port: number): Promise<TestRedis> {
  const program = findProgram('redis-server', ['redis-server'])
  const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = performance.now() + 90_000
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > end) throw new Error(`Redis did not start on port ${port}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async addUser(name, {channels, refused}) {
      const client = createClient({url: `redis://127.0.0.1:${port}`})
      await client.connect()
      const rights = ['on', '>opensesame', '~*', '+@all', channels === 'all' ? 'allchannels' : 'resetchannels']
      await client.sendCommand(['ACL', 'SETUSER', name, ...rights, ...(refused ? [`-${refused}`] : [])])
      client.destroy()
      return `redis://${name}:opensesame@127.0.0.1:${port}`
    },
    setHanging(isHanging) {
      child.kill(isHanging ? 'SIGSTOP' : 'SIGCONT')
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({port, host: '127.0.0.1'})
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
