import {expect, onTestFinished, test} from 'vitest'
import {openDatabase} from './database/openDatabase.ts'
import {runEnquiryCommand} from './runEnquiryCommand.ts'
import {listEnquiries} from './store.ts'
import {submitEnquiry} from './submitEnquiry.ts'
import {newEnquiry, noon, submissionOf} from './testing/fixtures.ts'
import {newFile} from './testing/onBothDatabases.ts'

async function open() {
  const database = await openDatabase({file: newFile()})
  onTestFinished(() => database.close())
  const run = async (line: string, options: {csv?: boolean; status?: string; search?: string} = {}) => {
    let output = ''
    const print = (text: string) => {
      output += text
    }
    const failure = await runEnquiryCommand({
      database,
      words: line.split(' ').filter(Boolean),
      options,
      print,
      now: noon,
      sinks: ['mail'],
    })
    return {output, failure}
  }
  const submit = (enquiry: Parameters<typeof newEnquiry>[0]) =>
    submitEnquiry(database, submissionOf({enquiry: newEnquiry(enquiry)}))
  const ids = async () => (await listEnquiries(database, {})).enquiries.map(({id}) => id)
  return {database, run, submit, ids}
}

test('list says in a line each who wrote, show says everything', async () => {
  const {run, submit, ids} = await open()
  await submit({name: 'Ada'})
  await submit({name: 'Bob'})
  const {output} = await run('list', {search: 'ada'})
  expect(output).toMatch(/^\S+ {2}2026-11-21 12:00 {2}new {2}Ada {2}某汽车试验中心 {2}LIMS\n$/)
  const [id = ''] = await ids()
  expect((await run(`show ${id}`)).output).toContain('想了解试验委托。')
})

test('no text of a visitor steers the terminal', async () => {
  const {run, submit, ids} = await open()
  await submit({name: 'A\u202edda', message: 'a\u001b]0;title\u0007b'})
  const [id = ''] = await ids()
  for (const {output} of [await run('list'), await run(`show ${id}`)]) {
    expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
    expect(output).toContain('A\\u202edda')
  }
})

test('export is a table for Excel: with its mark, quoted, and without formulas', async () => {
  const {run, submit} = await open()
  await submit({
    name: '=HYPERLINK("http://evil.example")',
    company: '+1',
    department: '@x',
    message: 'one, "two"\nthree',
  })
  const {output} = await run('export', {csv: true})
  expect(output.startsWith('\ufeff"id","time","status","name",')).toBe(true)
  expect(output).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(output).toContain(`,"'+1","'@x",`)
  expect(output).toContain('"one, ""two""\nthree"')
})

test('forget erases, and says which were not there', async () => {
  const {run, submit, ids} = await open()
  await submit({name: 'Ada'})
  const [id = ''] = await ids()
  expect(await run(`forget ${id} nobody`)).toEqual({output: '1 forgotten\n', failure: 'There is no enquiry nobody.'})
  expect(await ids()).toEqual([])
})

test.each([
  [{state: 'waiting'}, '', 'mail: waiting'],
  [
    {state: 'waiting', attempts: 2, problem: 'SMTP 451'},
    'not delivered yet',
    'mail: waiting, after 2 attempts, SMTP 451',
  ],
  [{state: 'dead', attempts: 40, problem: 'SMTP 550'}, 'not delivered', 'mail: dead, after 40 attempts, SMTP 550'],
  [{state: 'delivered', attempts: 1}, '', 'mail: delivered'],
  [
    {state: 'waiting', attempts: 1, problem: 'SMTP 451', reached: 'sales@example.com'},
    'not to all recipients',
    'mail: waiting, not to all recipients, SMTP 451',
  ],
  // As earlier releases have stored it.
  [
    {state: 'delivered', problem: 'SMTP 550'},
    'not to all recipients',
    'mail: delivered, not to all recipients, SMTP 550',
  ],
] as const)('list and show say what is wrong with a delivery: %o', async (delivery, listed, shown) => {
  const {run, submit, ids, database} = await open()
  await submit({name: 'Ada'})
  const [id = ''] = await ids()
  await database.query.updateTable('deliveries').set(delivery).where('sink', '=', 'mail').execute()
  expect((await run('list')).output.trimEnd().split('  ').slice(6)).toEqual(listed ? [listed] : [])
  expect((await run(`show ${id}`)).output.split('\n')).toContain(shown)
})

test('retry says by which way the site delivers again, and what is no longer set up', async () => {
  const {run, submit, ids} = await open()
  await submit({name: 'Ada'})
  const [id = ''] = await ids()
  expect(await run(`retry ${id}`)).toEqual({
    output: 'The site tries again in a moment: mail\n',
    failure: 'Not delivered by webhook until it is set up again (docs/enquiries.md).',
  })
  expect((await run('retry x')).failure).toBe('There is no enquiry x.')
})

test('what is not understood is answered with a sentence', async () => {
  const {run} = await open()
  expect((await run('delete')).failure).toMatch(/^There is no command “delete”\.\n\nnpm run enquiries -- <command>/)
  expect((await run('list', {status: 'old'})).failure).toMatch(/^There is no status “old”/)
  expect((await run('export')).failure).toBe('Say in which form: export --csv')
  expect((await run('show x')).failure).toBe('There is no enquiry x.')
  for (const name of ['show', 'retry'])
    for (const ids of ['', ' x y']) expect((await run(name + ids)).failure).toBe(`Say which one: ${name} <id>`)
  expect((await run('forget')).failure).toBe('Say which: forget <id> …')
})
