import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {createClient} from '@sanity/client'
import {createLake} from 'embedded-content-lake'
import {expect, onTestFinished, test} from 'vitest'
import {publicationsApi} from './publicationsApi.ts'

test('deleted documents are found as they were last, many at once', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'publications-'))
  const lake = await createLake({dir, port: 0, writeToken: 'write', log: () => {}})
  onTestFinished(async () => {
    await lake.close()
    await rm(dir, {recursive: true, force: true})
  })
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: lake.url,
    token: 'write',
    useProjectHostname: false,
    useCdn: false,
  })
  const ids = Array.from({length: 120}, (_, index) => `scenario-${index}`)
  await client.mutate(ids.map((_id) => ({create: {_id, _type: 'scenario', title: {zh: '旧'}}})))
  await client.mutate(ids.map((id) => ({patch: {id, set: {title: {zh: `名称${id}`}}}})))
  await client.mutate(ids.map((id) => ({delete: {id}})))
  const found = await publicationsApi(client).lastStates([...ids, 'never-there'])
  expect(found.map(({_id, title}) => [_id, title])).toEqual(ids.map((id) => [id, {zh: `名称${id}`}]))
})
