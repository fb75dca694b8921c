import type {CurrentUser, Tool} from 'sanity'
import {expect, test} from 'vitest'
import {limitTools} from './limitTools.ts'

const tools = ['structure', 'presentation', 'health', 'vision', 'people'].map(
  (name): Tool => ({name, title: name, component: () => null}),
)
const person = (role: string): CurrentUser => ({
  id: role,
  name: role,
  email: `${role}@example.com`,
  role,
  roles: [{name: role, title: role}],
})
const offered = (role: string) => limitTools(tools, {currentUser: person(role)}).map(({name}) => name)

test('developers and administrators get Vision', () => {
  expect(offered('developer')).toContain('vision')
  expect(offered('administrator')).toContain('vision')
})

test('marketers and reviewers get all other tools', () => {
  for (const role of ['marketer', 'reviewer']) expect(offered(role)).toEqual(['structure', 'presentation', 'health'])
})

test('administrators alone get People', () => {
  expect(offered('administrator')).toContain('people')
  for (const role of ['marketer', 'reviewer', 'developer', 'editor']) expect(offered(role)).not.toContain('people')
})

test('Sanity’s own tools have names in both languages', () => {
  const named = limitTools(
    ['releases', 'vision'].map((name): Tool => ({name, title: name, component: () => null})),
    {currentUser: person('administrator')},
  )
  expect(named.map(({title}) => title)).toEqual(['发布计划 · Releases', '查询 · Vision'])
})
