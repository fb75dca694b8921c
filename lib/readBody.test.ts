import {expect, it} from 'vitest'
import {readLimited} from './readBody.ts'

/** A body of these chunks, after which its sender may be gone. */
function bodyOf(chunks: readonly string[], {breaksOff = false} = {}) {
  const left = [...chunks]
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift()
      if (chunk !== undefined) controller.enqueue(Buffer.from(chunk))
      else if (breaksOff) controller.error(new Error('aborted'))
      else controller.close()
    },
  })
}

it.each([
  ['whole', ['ab', 'cd'], 'abcd'],
  ['empty', [], ''],
  ['a byte too long', ['ab', 'cde'], undefined],
])('reads a body that is %s', async (_case, chunks, text) => {
  const read = await readLimited(bodyOf(chunks), 4)
  expect(read && Buffer.from(read).toString()).toBe(text)
})

it('takes a body whose sender is gone for none: a visitor must not be able to fill the log with errors', async () => {
  for (const chunks of [[], ['ab']]) expect(await readLimited(bodyOf(chunks, {breaksOff: true}), 4)).toBeUndefined()
})
