import {expect, test} from 'vitest'
import {previewOf} from './PreviewHeader.tsx'

const release = {
  _id: '_.releases.rSpring',
  _type: 'system.release',
  _createdAt: '',
  _updatedAt: '',
  _rev: '',
  name: 'rSpring',
  state: 'active',
  metadata: {title: 'Spring', releaseType: 'asap'},
} as const

test('the preview says whether it shows drafts, a release, or what is published', () => {
  expect(previewOf('drafts')).toContain('Draft')
  expect(previewOf(release)).toContain('“Spring”')
  expect(previewOf('published')).not.toContain('Draft')
})
