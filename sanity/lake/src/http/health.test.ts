import {expect, test} from 'vitest'
import {openLake} from '../openLake.ts'
import {newFolder} from '../testing/openTestLake.ts'
import {createApp} from './createApp.ts'

async function open(password?: string) {
  const opened = openLake({dir: await newFolder(), log: () => {}, ...(password && {password})})
  const app = createApp(opened.lake)
  const health = async () => {
    const response = await app.request('http://localhost:3333/health')
    return {status: response.status, body: await response.json(), cache: response.headers.get('cache-control')}
  }
  return {...opened, health}
}

test('health is a 503 from the moment that the database cannot be read', async () => {
  const {health, endStreams, close} = await open()
  expect(await health()).toMatchObject({status: 200, body: {status: 'ok'}, cache: 'no-store'})
  endStreams()
  close()
  expect(await health()).toMatchObject({status: 503, body: {status: 'failing', documents: 0}, cache: 'no-store'})
})

test('health is a 503 when the database is damaged, and tells a stranger at a locked lake no more than that', async () => {
  const {health, lake, endStreams, close} = await open('a long password')
  lake.database.exec('DROP TABLE webhook_deliveries')
  expect(await health()).toEqual({status: 503, body: {status: 'failing'}, cache: 'no-store'})
  endStreams()
  close()
})
