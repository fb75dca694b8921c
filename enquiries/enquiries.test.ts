import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {expect, onTestFinished, test, vi} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {enquiries, startEnquiries, storeEnquiry} from './enquiries.ts'
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
  await vi.waitFor(() => expect(lines).toHaveLength(1))
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
