import {expect, onTestFinished, test} from 'vitest'
import {openDatabase} from './database/openDatabase.ts'
import {deliverDue} from './outbox/outbox.ts'
import {webhookSink} from './outbox/webhookSink.ts'
import {newFile} from './testing/onBothDatabases.ts'
import {runSubmitProcess} from './testing/runSubmitProcess.ts'
import {startReceiver} from './testing/startReceiver.ts'

const all = 1000

test('of a thousand enquiries that were acknowledged none is lost, however often the process is killed before it has delivered them', async () => {
  const place = {file: newFile()}
  const receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  const acknowledged = new Set<number>()
  for (const killAfter of [250, 250, 250, all]) {
    const from = acknowledged.size
    if (from >= all) break
    for (const line of await runSubmitProcess({
      place,
      from,
      to: all,
      webhook: receiver.url,
      killAfter: Math.min(killAfter, all - from),
    })) {
      const [index, result] = line.split(' ')
      expect(['stored', 'known']).toContain(result)
      acknowledged.add(Number(index))
    }
  }
  expect(acknowledged.size).toBe(all)
  const delivered = () => new Set(receiver.requests.map(({body}) => JSON.parse(body).name))
  expect(delivered().size).toBeLessThan(all)

  const database = await openDatabase(place)
  onTestFinished(() => database.close())
  // The killed processes' leases have expired by then.
  const later = Date.now() + 60 * 60_000
  const sinks = [webhookSink({url: receiver.url, secret: 'secret', format: 'json'})]
  while ((await deliverDue({database, sinks, now: () => later, random: Math.random, log: () => {}})) > 0);
  const names = delivered()
  expect([...acknowledged].filter((index) => !names.has(`Visitor ${index}`))).toEqual([])
})
