import type {DocumentActionComponent} from 'sanity'
import {expect, test} from 'vitest'
import {guardPublish} from './guardPublish.tsx'

const publish: DocumentActionComponent = Object.assign(() => null, {action: 'publish' as const})

test('publishing goes through the judge, always the same for the same action, so that its dialog keeps its state', () => {
  const guarded = guardPublish(publish)
  expect(guarded).not.toBe(publish)
  expect(guarded.action).toBe('publish')
  expect(guardPublish(publish)).toBe(guarded)
})
