import {expect, it} from 'vitest'
import {draftPerspective} from './draftPerspective.ts'

it.each([
  [undefined, 'drafts'],
  ['', 'drafts'],
  ['drafts', 'drafts'],
  ['published', 'published'],
  ['raw', 'drafts'],
  ['rAutumn,drafts', ['rAutumn', 'drafts']],
  ['<script>', 'drafts'],
])('the cookie %s asks for %s', (cookie, perspective) => {
  expect(draftPerspective(cookie)).toEqual(perspective)
})
