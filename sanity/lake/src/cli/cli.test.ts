import {spawn} from 'node:child_process'
import {existsSync} from 'node:fs'
import {mkdir, readFile, writeFile} from 'node:fs/promises'
import {createServer} from 'node:net'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {describe, expect, it, onTestFinished} from 'vitest'
import {newFolder} from '../testing/openTestLake.ts'

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))

function start(...args: string[]) {
  const {SANITY_API_READ_TOKEN: _read, SANITY_API_WRITE_TOKEN: _write, ...env} = process.env
  const child = spawn(process.execPath, [CLI, ...args], {env, stdio: ['ignore', 'pipe', 'pipe']})
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const output = {out: '', err: ''}
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output.out += chunk
      const url = /ready at (\S+)/.exec(output.out)?.[1]
      if (url) resolve(url)
    })
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  return {child, output, ready, ended}
}

async function runToEnd(...args: string[]) {
  const {output, ended} = start(...args)
  return {code: await ended, ...output}
}

describe('the command', () => {
  it('imports, says where it is, serves, and ends cleanly on a signal', async () => {
    const folder = await newFolder()
    const seed = join(folder, 'seed.ndjson')
    await writeFile(seed, '{"_id": "a", "_type": "page", "title": "A"}\n')
    const lake = start('--port', '0', '--dir', join(folder, 'lake'), '--import', seed)
    const url = await lake.ready
    const answer = await fetch(`${url}/v2025-02-19/data/query/production?query=${encodeURIComponent('*[0].title')}`)
    expect(await answer.json()).toMatchObject({result: 'A'})
    const {write} = JSON.parse(await readFile(join(folder, 'lake', 'tokens.json'), 'utf8'))
    expect(lake.output.out + lake.output.err).not.toContain(write)
    lake.child.kill('SIGTERM')
    expect(await lake.ended).toBe(0)
    const exported = await runToEnd('--dir', join(folder, 'lake'), '--export', join(folder, 'out'))
    expect(exported).toMatchObject({code: 0, err: ''})
    expect(await readFile(join(folder, 'out', 'data.ndjson'), 'utf8')).toContain('"title":"A"')
  })

  it('explains itself', async () => {
    const {code, out} = await runToEnd('--help')
    expect(code).toBe(0)
    expect(out).toContain('--allow-origin')
  })

  it('ends with one sentence when something is wrong', async () => {
    const folder = await newFolder()
    for (const [args, message] of [
      [['--nope'], "Unknown option '--nope'"],
      [['--dir', join(folder, 'none'), '--export', folder], 'there is nothing to export'],
      [['--dir', join(folder, 'a'), '--port', '0', '--studio', folder], 'build the Studio first'],
      [['--dir', join(folder, 'b'), '--port', '0', '--import', join(folder, 'none')], 'does not exist'],
    ] as const) {
      const {code, err} = await runToEnd(...args)
      expect([message, code, err.trim().split('\n').length]).toEqual([message, 1, 1])
      expect(err).toContain(message)
    }
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })

  it('says so when the port is taken or the folder cannot be used', async () => {
    const folder = await newFolder()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      other.close()
    })
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const taken = await runToEnd('--port', port, '--dir', join(folder, 'lake'))
    expect(taken).toMatchObject({code: 1, err: expect.stringContaining('in use')})
    await mkdir(join(folder, 'file-parent'))
    await writeFile(join(folder, 'file-parent', 'file'), '')
    const unusable = await runToEnd('--port', '0', '--dir', join(folder, 'file-parent', 'file'))
    expect([unusable.code, unusable.err.trim().split('\n').length]).toEqual([1, 1])
  })
})
