import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {createClient} from '@sanity/client'
import {createLake} from 'embedded-content-lake'
import {expect, onTestFinished, test} from 'vitest'
import {publicationsApi} from './publicationsApi.ts'

async function startLake() {
  const dir = await mkdtemp(join(tmpdir(), 'publications-'))
  const lake = await createLake({dir, port: 0, writeToken: 'write', log: () => {}})
  onTestFinished(async () => {
    await lake.close()
    await rm(dir, {recursive: true, force: true})
  })
  return createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: lake.url,
    token: 'write',
    useProjectHostname: false,
    useCdn: false,
  })
}

test('deleted documents are found as they were last, many at once', async () => {
  const client = await startLake()
  const ids = Array.from({length: 120}, (_, index) => `scenario-${index}`)
  await client.mutate(ids.map((_id) => ({create: {_id, _type: 'scenario', title: {zh: '旧'}}})))
  await client.mutate(ids.map((id) => ({patch: {id, set: {title: {zh: `名称${id}`}}}})))
  await client.mutate(ids.map((id) => ({delete: {id}})))
  const found = await publicationsApi(client).lastStates([...ids, 'never-there'])
  expect(found.map(({_id, title}) => [_id, title])).toEqual(ids.map((id) => [id, {zh: `名称${id}`}]))
})

test('a deleted document is brought back as a draft of what it was at last', async () => {
  const client = await startLake()
  const api = publicationsApi(client)
  await client.create({_id: 'brakes', _type: 'scenario', title: {zh: '旧'}})
  await client.patch('brakes', {set: {title: {zh: '制动盘'}}}).commit()
  await client.delete('brakes')
  await api.bringBack('brakes')
  expect(await client.getDocument('drafts.brakes')).toMatchObject({_type: 'scenario', title: {zh: '制动盘'}})
  expect(await client.getDocument('brakes')).toBeUndefined()
  await expect(api.bringBack('never-there')).rejects.toThrow('What it said before cannot be read')
})

test('a document whose references are gone is brought back after them, which the refusal names', async () => {
  const client = await startLake()
  const api = publicationsApi(client)
  await client.create({_id: 'driver', _type: 'role', name: {zh: '驾驶员', en: 'Driver'}})
  const step = (_key: string) => ({_key, role: {_type: 'reference', _ref: 'driver'}})
  await client.create({_id: 'brakes', _type: 'scenario', steps: [step('a'), step('b')]})
  await client.delete('brakes')
  await client.delete('driver')
  await expect(api.bringBack('brakes')).rejects.toThrow(
    /^它引用的内容也删除了。请先在这里恢复并发布：“驾驶员”，再恢复它。/,
  )
  expect(await client.getDocument('drafts.brakes')).toBeUndefined()
  await api.bringBack('driver')
  await client.action({actionType: 'sanity.action.document.publish', draftId: 'drafts.driver', publishedId: 'driver'})
  await api.bringBack('brakes')
  expect(await client.getDocument('drafts.brakes')).toMatchObject({steps: [step('a'), step('b')]})
})
