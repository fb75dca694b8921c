import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {createInterface} from 'node:readline'
import {expect, onTestFinished, test} from 'vitest'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'

test('a restart keeps documents, revisions, history and the order of times', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'a', _type: 'page', title: '试验'})
  const edited = await client.patch('a').set({title: '试验委托'}).commit()
  await client.create({_id: 'gone', _type: 'page'})
  await client.delete('gone')
  await lake.close()

  const again = await openTestLake({dir: lake.options.dir})
  expect(Array.from(again.documents.all())).toEqual([edited])
  expect(again.database.prepare('SELECT count(*) AS count FROM transactions').get()).toEqual({count: 4})
  const later = await clientOf(again).patch('a').set({n: 1}).commit()
  expect(later._updatedAt > edited._updatedAt).toBe(true)
})

test('times of commits never run backwards', async () => {
  const client = clientOf(await openTestLake())
  const created = await Promise.all(Array.from({length: 20}, () => client.create({_type: 'page'})))
  expect(new Set(created.map(({_updatedAt}) => _updatedAt)).size).toBe(20)
})

test.each([1, 7, 40])(
  'a lake killed after %i acknowledgements has kept every one, and no half transaction',
  async (kills) => {
    const dir = await newFolder()
    const {url, kill} = await spawnLake(dir)
    const client = clientOf({url}).withConfig({maxRetries: 0})
    const acknowledged: string[] = []

    async function write(writer: number): Promise<void> {
      for (let count = 0; ; count += 1) {
        const id = `${writer}-${count}`
        await client
          .transaction()
          .create({_id: `left-${id}`, _type: 'page', text: '内容'.repeat(500)})
          .create({_id: `right-${id}`, _type: 'page', twin: {_type: 'reference', _ref: `left-${id}`}})
          .commit()
        acknowledged.push(id)
        if (acknowledged.length === kills) kill()
      }
    }
    await Promise.allSettled(Array.from({length: 8}, (_, writer) => write(writer)))

    const lake = await openTestLake({dir})
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    for (const id of acknowledged) expect(lake.documents.has(`left-${id}`)).toBe(true)
    const sides = (prefix: string) =>
      Array.from(lake.documents.all(), ({_id}) => _id).flatMap((id) =>
        id.startsWith(prefix) ? id.slice(prefix.length) : [],
      )
    expect(sides('left-').sort()).toEqual(sides('right-').sort())
  },
)

async function spawnLake(dir: string): Promise<{url: string; kill: () => void}> {
  const script = new URL('../testing/lakeProcess.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, dir], {stdio: ['ignore', 'pipe', 'inherit']})
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [url] = await once(createInterface(child.stdout), 'line')
  return {url: String(url), kill: () => child.kill('SIGKILL')}
}
