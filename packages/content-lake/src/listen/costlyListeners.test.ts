import {expect, test} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {readEventStream} from '../testing/readEventStream.ts'

/** Takes some milliseconds on any document: less than one filter may, and much for fifty of them. */
const COSTLY = '*[count($a[count($a[@ < ^]) > 1]) > -1]'
const listOf = (length: number) => JSON.stringify(Array.from({length}, (_, index) => index))

const author = SYSTEM

async function open() {
  const lake = await openTestLake()
  const edit = (n: number, documents = 1) =>
    lake.commit({
      mutations: Array.from({length: documents}, (_, at) => ({createOrReplace: {_id: `d${at}`, _type: 'doc', n}})),
      author,
    })
  const listen = async (query: string, headers: Record<string, string> = {}, length = 60) => {
    const search = new URLSearchParams({query, $a: listOf(length), enableResume: 'true'})
    const stream = await readEventStream(`${lake.url}/v2025-02-19/data/listen/production?${search}`, headers)
    return {...stream, greeting: await stream.next()}
  }
  return {lake, edit, listen}
}

test('costly listeners of strangers are cut off, and hold up neither cheap ones nor those of people', async () => {
  const {edit, listen} = await open()
  edit(0)
  const cheap = await listen('*[_type == "doc"]')
  const costly = await Promise.all(Array.from({length: 50}, (_, n) => listen(`${COSTLY} // ${n}`)))
  const known = await listen('*[_id == "d0"]', {authorization: `Bearer ${TEST_TOKENS.read}`})
  edit(1)
  for (const stream of [cheap, known]) expect((await stream.next()).event).toBe('mutation')
  const outcomes = await Promise.all(
    costly.map(({next}) =>
      next().then(
        ({event}) => event,
        () => 'end',
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'end').length).toBeGreaterThan(10)
  // What costs little comes first from now on.
  const late = await Promise.all(Array.from({length: 50}, (_, n) => listen(`${COSTLY} // late ${n}`)))
  edit(2)
  expect((await cheap.next()).event).toBe('mutation')
  for (const {close} of [...late, ...costly]) close()
})

test('one listener has no more time for many documents at once', async () => {
  const {edit, listen} = await open()
  const stream = await listen(COSTLY, {}, 20)
  edit(1, 3000)
  const outcome = await stream.next().then(
    ({event}) => event,
    () => 'end',
  )
  // On a busy machine a single document may take too long.
  expect(['end', 'channelError']).toContain(outcome)
})

test('a listener that would take too long to hear what it missed is told to begin anew', async () => {
  const {edit, listen} = await open()
  const first = await listen('*')
  for (let n = 0; n < 300; n += 1) edit(n)
  const again = (query: string) => listen(query, {'last-event-id': first.greeting.id ?? ''}, 30)
  expect((await again(COSTLY)).greeting.event).toBe('reset')
  expect((await again('*[_type == "doc"]')).greeting.event).toBe('welcomeback')
})
