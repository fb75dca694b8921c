import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {writeUsersFile} from './writeUsersFile.ts'

test('without a list of people the lake is told of none', () => {
  expect(writeUsersFile(temporaryFolder())).toBeUndefined()
})

test('people get the site’s roles beside them', () => {
  const people = [{id: 'li-wei', name: '李伟', roles: ['marketer']}]
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'users.json'), JSON.stringify(people))
  const written = JSON.parse(readFileSync(writeUsersFile(dir) ?? '', 'utf8'))
  expect(written.users).toEqual(people)
  expect(written.roles.map(({name}: {name: string}) => name)).toEqual(['marketer', 'reviewer', 'developer'])
})

test('a list that is none says what to write', () => {
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'users.json'), '{"users": []}')
  expect(() => writeUsersFile(dir)).toThrow(/is no list of people\. Write \[/)
})
