import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {root} from '../../scripts/product/paths.ts'
import {proposeFutureTime, proposeFutureTimes} from './proposeFutureTimes.ts'

test('the installed Sanity proposes a time for releases and for drafts, and then one to come', () => {
  const files = globSync('node_modules/sanity/lib/*.js', {cwd: root})
  const rewritten = files.map((file) => proposeFutureTime(readFileSync(join(root, file), 'utf8')))
  const unreadable = 'something at a time that it cannot read'
  expect(rewritten.flatMap(({found}) => found).toSorted()).toEqual(['a draft', 'a release', unreadable, unreadable])
  expect(rewritten.flatMap(({code}) => proposeFutureTime(code).found)).toEqual([])
})

test('a build that did not find one of them fails and says which', () => {
  const plugin = proposeFutureTimes()
  const code = 'new Date(initialDate || new Date()); isValid(date) && setPublishAt(date)'
  plugin.transform(code, '/node_modules/sanity/lib/index.js')
  expect(() => plugin.buildEnd()).toThrow(/another way than before when to publish a release\./)
})
