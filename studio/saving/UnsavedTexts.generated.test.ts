// @vitest-environment jsdom
import {act, renderHook} from '@testing-library/react'
import {expect, test} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {
  discardUnsavedTexts,
  hasUnsavedTexts,
  settleText,
  type TypedText,
  UnsavedTexts,
  useTypedText,
} from './UnsavedTexts.ts'

const text = fc.constantFrom<string[]>('', 'a', 'b', 'c')
const actions = fc.array(
  fc.oneof(
    fc.record({kind: fc.constant('type' as const), text}),
    fc.record({kind: fc.constant('colleague' as const), text}),
    fc.record({kind: fc.constant('save' as const), text}),
    fc.record({kind: fc.constantFrom('mine' as const, 'theirs' as const, 'away' as const), text}),
  ),
  {maxLength: 12},
)

test('whatever a colleague stores meanwhile, a typed text stays, and replaces only what its writer has seen', () => {
  fc.assert(
    fc.property(text, actions, (first, steps) => {
      const texts = new UnsavedTexts<TypedText>()
      let stored: string = first
      /** The last stored text that was in the field or beside it. */
      let seen: string = first
      const open = () => renderHook(({shown}) => useTypedText(texts, 'a', shown), {initialProps: {shown: stored}})
      let field = open()
      const now = () => field.result.current
      const show = (next: string) => {
        stored = next
        field.rerender({shown: next})
      }
      for (const step of steps) {
        const before = now().text
        const wasChanged = now().isChanged
        if (step.kind === 'type') {
          act(() => now().type(step.text))
          expect(now().text).toBe(step.text === seen ? stored : step.text)
        } else if (step.kind === 'colleague') {
          show(step.text)
          expect(now().text).toBe(wasChanged ? before : stored)
        } else if (step.kind === 'mine' || step.kind === 'theirs') {
          if (!now().isOvertaken) continue
          act(() => now().type(step.kind === 'mine' ? before : stored, stored))
          expect([now().text, now().isOvertaken]).toEqual([step.kind === 'mine' ? before : stored, false])
        } else if (step.kind === 'away') {
          field.unmount()
          field = open()
          expect(now().text).toBe(before)
        } else if (wasChanged && !now().isOvertaken) {
          expect(now().before).toBe(stored)
          show(before)
          act(() => settleText(texts, 'a', before))
          expect(now().text).toBe(before)
        }
        if (!now().isChanged || step.kind === 'mine') seen = stored
        expect(now().isOvertaken).toBe(now().isChanged && seen !== stored)
        expect(hasUnsavedTexts()).toBe(now().isChanged)
      }
      field.unmount()
      discardUnsavedTexts()
    }),
    {numRuns: 300},
  )
})
