import {rmSync, writeFileSync} from 'node:fs'
import {createServer as createHttpServer, type ServerResponse} from 'node:http'
import {type AddressInfo, createServer} from 'node:net'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {sql} from 'kysely'
import {expect, onTestFinished, test, vi} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {smallFileSystem} from '@/tests/support/smallFileSystem.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {canStore, endDeliveries, enquiries, startEnquiries, storeEnquiry} from './enquiries.ts'
import {listEnquiries} from './store.ts'
import {newEnquiry} from './testing/fixtures.ts'

test('a database that fails is logged with its reason and without the enquiry', async () => {
  const folder = temporaryFolder()
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', '')
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
  const enquiry = newEnquiry()
  const received = {enquiry, formKey: 'key', isSpam: false}
  expect(await storeEnquiry(received, '192.0.2.1')).toBe('stored')
  const {database} = await enquiries()
  onTestFinished(() => database.close())
  const other = new DatabaseSync(join(folder, 'enquiries/enquiries.db'))
  other.exec(`create trigger refuse before insert on enquiries begin select raise(abort, '${enquiry.name}'); end`)
  other.close()
  await expect(storeEnquiry({...received, formKey: 'another'}, '192.0.2.1')).rejects.toThrow('not stored')
  expect(lines).toEqual([expect.stringMatching(/could not be stored.*\(constraint failed\)$/)])
  expect(lines.join()).not.toContain(enquiry.name)
})

test('a process that ends finishes and records the delivery under way, and begins no other', async () => {
  globalThis.openEnquiries = undefined
  const begun = Promise.withResolvers<ServerResponse>()
  const receiver = createHttpServer((_, response) => begun.resolve(response))
  onTestFinished(() => void receiver.close())
  vi.stubEnv('DATA_DIR', temporaryFolder())
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('ENQUIRY_WEBHOOK_URL', `http://127.0.0.1:${await listen(receiver)}`)
  vi.stubEnv('ENQUIRY_WEBHOOK_SECRET', 'secret')
  const store = (name: string) => storeEnquiry({enquiry: newEnquiry({name}), formKey: name, isSpam: false}, '192.0.2.1')
  await store('first')
  const {database} = await enquiries()
  onTestFinished(() => database.close())
  const response = await begun.promise
  const ended = endDeliveries()
  await store('second')
  response.end()
  await ended
  const found = (await listEnquiries(database, {})).enquiries
  expect(Object.fromEntries(found.map(({name, deliveries: [delivery]}) => [name, delivery]))).toMatchObject({
    first: {state: 'delivered', attempts: 1},
    second: {state: 'waiting', attempts: 0},
  })
})

test('a process without a database has no delivery to end', async () => {
  globalThis.openEnquiries = undefined
  await endDeliveries()
  globalThis.openEnquiries = Promise.reject(new Error('away'))
  await endDeliveries()
  globalThis.openEnquiries = undefined
})

test('a full disk is named in the log, and enquiries are stored as soon as there is room', async () => {
  globalThis.openEnquiries = undefined
  vi.stubEnv('DATA_DIR', temporaryFolder())
  vi.stubEnv('DATABASE_URL', '')
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
  const {database} = await enquiries()
  onTestFinished(() => database.close())
  const received = {enquiry: newEnquiry({message: 'm'.repeat(20_000)}), formKey: 'key', isSpam: false}
  // No page more than there are.
  await sql`pragma max_page_count = 1`.execute(database.query)
  await expect(storeEnquiry(received, '192.0.2.1')).rejects.toThrow('not stored')
  expect(lines).toEqual([expect.stringMatching(/could not be stored.*\(database or disk is full\)$/)])
  await sql`pragma max_page_count = 100000`.execute(database.query)
  expect(await storeEnquiry(received, '192.0.2.1')).toBe('stored')
})

test('where the disk is full it is known that nothing can be stored, before anybody tries', async (context) => {
  globalThis.openEnquiries = undefined
  const {folder, fill} = smallFileSystem(context, 2048)
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', '')
  const {database} = await enquiries()
  onTestFinished(() => database.close())
  expect(await canStore()).toBe(true)
  const makeRoom = fill()
  expect(await canStore()).toBe(false)
  makeRoom()
  expect(await canStore()).toBe(true)
})

test('a database that refuses an enquiry counts as unwritable until it takes a write', async () => {
  globalThis.openEnquiries = undefined
  vi.stubEnv('DATA_DIR', temporaryFolder())
  vi.stubEnv('DATABASE_URL', '')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const {database} = await enquiries()
  onTestFinished(() => database.close())
  await sql`pragma query_only = on`.execute(database.query)
  expect(await canStore()).toBe(true)
  await expect(storeEnquiry({enquiry: newEnquiry(), formKey: '', isSpam: false}, '192.0.2.1')).rejects.toThrow()
  expect(await canStore()).toBe(false)
  await sql`pragma query_only = off`.execute(database.query)
  expect(await canStore()).toBe(true)
})

test('a database that opens late is tried again, and the log has both', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  globalThis.openEnquiries = undefined
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'enquiries'), 'a file in the way')
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', '')
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  vi.spyOn(console, 'error').mockImplementation(log)
  vi.spyOn(console, 'warn').mockImplementation(log)
  const started = startEnquiries()
  await vi.waitFor(() => expect(lines).toHaveLength(1), 50_000)
  rmSync(join(folder, 'enquiries'))
  await vi.advanceTimersByTimeAsync(30_000)
  await started
  const {database} = await enquiries()
  onTestFinished(() => database.close())
  expect(lines).toEqual([
    expect.stringMatching(/cannot be opened: .*EEXIST.* tried again every 30 s/),
    'The enquiries’ database is open; enquiries are stored',
  ])
})

test('a database that refuses the password and quotes it has it in no line of the log', async () => {
  globalThis.openEnquiries = undefined
  const server = createServer((socket) => {
    const asksForPassword = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])
    socket.once('data', () => {
      socket.write(asksForPassword)
      socket.once('data', (answer) => {
        const fields = `SFATAL\0C28P01\0Mno login with ${String(answer).slice(5, -1)}\0\0`
        const head = Buffer.from([0x45, 0, 0, 0, 4 + fields.length])
        socket.end(Buffer.concat([head, Buffer.from(fields)]))
      })
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  vi.stubEnv('DATABASE_URL', `postgres://site:open-sesame@127.0.0.1:${port}/enquiries`)
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
  vi.useFakeTimers({toFake: ['setTimeout']})
  onTestFinished(() => void vi.useRealTimers())
  void startEnquiries()
  await vi.waitFor(() => expect(lines).toHaveLength(1), 50_000)
  expect(lines.join()).toContain('no login with ***')
  expect(lines.join()).not.toContain('sesame')
})
