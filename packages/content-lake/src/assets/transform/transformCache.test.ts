import {mkdir, readdir, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {newFolder} from '../../testing/openTestLake.ts'
import {createTransformCache} from './transformCache.ts'

const bytes = (length: number) => new Uint8Array(length)

it('an image is drawn once for all who wait alike, and nobody known waits for a stranger', async () => {
  const cache = createTransformCache(await newFolder(), 1000)
  const stranger = Promise.withResolvers<Uint8Array>()
  let drawn = 0
  const draw = async () => {
    drawn += 1
    return bytes(1)
  }
  const waiting = [1, 2].map(() => cache.get('a', '1.1.1.1', () => stranger.promise))
  await Promise.all([cache.get('a', 'known', draw), cache.get('a', 'known', draw)])
  expect(drawn).toBe(1)
  stranger.reject(new Error('used up'))
  expect((await Promise.allSettled(waiting)).map(({status}) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.get('a', '1.1.1.1', draw)).toMatchObject({size: 1})
  expect(drawn).toBe(1)
})

it('however many images are asked for, the folder stays within its bytes, the oldest gone first', async () => {
  const folder = await newFolder()
  const cache = createTransformCache(folder, 1000)
  for (let index = 0; index < 30; index++) await cache.get(`image-${index}`, 'known', async () => bytes(100))
  expect((await readdir(folder)).toSorted()).toEqual(Array.from({length: 10}, (_, i) => `image-${20 + i}`).toSorted())
})

it('what a killed process was writing is removed, and counts for nothing', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'image.0123456789ab.part'), bytes(990))
  const cache = createTransformCache(folder, 1000)
  expect(await readdir(folder)).toEqual([])
  for (const name of ['one', 'two']) await cache.get(name, 'known', async () => bytes(100))
  expect((await readdir(folder)).toSorted()).toEqual(['one', 'two'])
})

it('an image is answered though it cannot be kept, which leaves nothing behind and is over with its cause', async () => {
  const folder = await newFolder()
  const cache = createTransformCache(folder, 1000)
  const draw = () => cache.get('image', 'known', async () => bytes(100))
  // A folder in the place of the file refuses it, as a full disk does.
  await mkdir(join(folder, 'image'))
  expect(await draw()).toHaveLength(100)
  expect(await readdir(folder)).toEqual(['image'])
  await rm(folder, {recursive: true})
  expect(await draw()).toEqual({file: join(folder, 'image'), size: 100})
  expect(await readdir(folder)).toEqual(['image'])
})
