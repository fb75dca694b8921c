import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, onTestFinished, test, vi} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {watchUsersFile, writeUsersFile} from './writeUsersFile.ts'

test('without a list of people the lake is told of none', () => {
  expect(writeUsersFile(temporaryFolder())).toBeUndefined()
})

test('people who are managed in the Studio need no list: the lake gets the roles alone', () => {
  const dir = temporaryFolder()
  mkdirSync(join(dir, 'lake'))
  writeFileSync(join(dir, 'lake', 'people.json'), '{}')
  const written = JSON.parse(readFileSync(writeUsersFile(dir) ?? '', 'utf8'))
  expect([written.users, written.roles.length]).toEqual([undefined, 4])
})

test('people get the site’s roles beside them', () => {
  const people = [{id: 'li-wei', name: '李伟', roles: ['marketer']}]
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'users.json'), JSON.stringify(people))
  const written = JSON.parse(readFileSync(writeUsersFile(dir) ?? '', 'utf8'))
  expect(written.users).toEqual(people)
  expect(written.roles.map(({name}: {name: string}) => name)).toEqual([
    'contributor',
    'marketer',
    'reviewer',
    'developer',
  ])
})

test('a change of the list reaches the lake’s file, a mistake in it does not', async () => {
  const dir = temporaryFolder()
  const people = (...ids: string[]) =>
    writeFileSync(join(dir, 'users.json'), JSON.stringify(ids.map((id) => ({id, name: id, roles: ['marketer']}))))
  people('li-wei', 'ann')
  const file = writeUsersFile(dir) ?? ''
  const ids = () => JSON.parse(readFileSync(file, 'utf8')).users.map(({id}: {id: string}) => id)
  onTestFinished(watchUsersFile(dir))
  people('ann')
  await expect.poll(ids).toEqual(['ann'])
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  writeFileSync(join(dir, 'users.json'), '[{"id": ')
  await expect.poll(() => String(printed.mock.calls)).toContain('from before stay in force')
  expect(ids()).toEqual(['ann'])
})

test('a list that is none says what to write', () => {
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'users.json'), '{"users": []}')
  expect(() => writeUsersFile(dir)).toThrow(/is no list of people\. Write \[/)
})
