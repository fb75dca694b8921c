import {createHash} from 'node:crypto'
import {mkdirSync, readdirSync, statSync} from 'node:fs'
import {mkdir, rename, rm, stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {removeUnfinished, unfinishedName} from '../../files.ts'

/** Limits the number of files, too, for small images. */
const MAX_FILES = 20_000

/** The file of a picture and its size in bytes, or the picture itself where the disk had no room for it. */
export type Picture = {file: string; size: number} | Uint8Array

/** A hash of everything that determines an image, also its ETag. */
export const transformKey = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)

/** An LRU cache of rendered images on disk. Concurrent requests for one image are coalesced. */
export function createTransformCache(dir: string, maxBytes: number) {
  /** Size by file name, least recently used first. */
  const sizes = new Map<string, number>()
  const underway = new Map<string, Promise<Picture>>()
  let bytes = 0
  mkdirSync(dir, {recursive: true})
  removeUnfinished(dir)
  const found = readdirSync(dir).map((name) => ({name, stats: statSync(join(dir, name))}))
  for (const {name, stats} of found.sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
    // Left by a power cut under an earlier version: drawn again.
    if (stats.size > 0) record(name, stats.size)
  }

  /** The cached or rendered image. Requests of one group share a render: known clients never wait for strangers. */
  function get(key: string, group: string, render: () => Promise<Uint8Array>): Promise<Picture> {
    const name = `${group} ${key}`
    const pending = underway.get(name)
    if (pending) return pending
    const result = load(key, render).finally(() => underway.delete(name))
    underway.set(name, result)
    return result
  }

  async function load(key: string, render: () => Promise<Uint8Array>): Promise<Picture> {
    const file = join(dir, key)
    if (sizes.has(key)) {
      try {
        const {size} = await stat(file)
        record(key, size)
        return {file, size}
      } catch {
        // The file is gone: render it again.
        forget(key)
      }
    }
    const image = await render()
    await keep(key, image)
    return sizes.has(key) ? {file, size: image.length} : image
  }

  /** A full disk costs the copy, not the answer. */
  async function keep(key: string, image: Uint8Array): Promise<void> {
    const partial = unfinishedName(join(dir, key))
    try {
      await mkdir(dir, {recursive: true})
      // Synced: a power cut would leave the name without the bytes, to be served as a picture for a year.
      await writeFile(partial, image, {flush: true})
      await rename(partial, join(dir, key))
      record(key, image.length)
      await shrink()
    } catch {
      await rm(partial, {force: true}).catch(() => {})
    }
  }

  function record(key: string, size: number): void {
    forget(key)
    sizes.set(key, size)
    bytes += size
  }

  function forget(key: string): void {
    bytes -= sizes.get(key) ?? 0
    sizes.delete(key)
  }

  async function shrink(): Promise<void> {
    for (const key of sizes.keys()) {
      if (bytes <= maxBytes && sizes.size <= MAX_FILES) return
      forget(key)
      await rm(join(dir, key), {force: true})
    }
  }

  return {get}
}
