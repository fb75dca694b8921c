import {createHash} from 'node:crypto'
import {mkdirSync, readdirSync, statSync} from 'node:fs'
import {mkdir, rename, rm, stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {removeUnfinished, unfinishedName} from '../../files.ts'

/** Limits the number of files, too, for small images. */
const MAX_FILES = 20_000

/** The file of a picture and its size in bytes, or the picture itself where the disk had no room for it. */
export type Picture = {file: string; size: number} | Uint8Array

/** An LRU cache of rendered images on disk. Concurrent requests for one image are coalesced. */
export class TransformCache {
  readonly #dir: string
  readonly #maxBytes: number
  /** Size by file name, least recently used first. */
  readonly #sizes = new Map<string, number>()
  readonly #underway = new Map<string, Promise<Picture>>()
  #bytes = 0

  constructor(dir: string, maxBytes: number) {
    this.#dir = dir
    this.#maxBytes = maxBytes
    mkdirSync(dir, {recursive: true})
    removeUnfinished(dir)
    const found = readdirSync(dir).map((name) => ({name, stats: statSync(join(dir, name))}))
    for (const {name, stats} of found.sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) this.#record(name, stats.size)
  }

  /** A hash of everything that determines the image, also its ETag. */
  static keyOf(parts: unknown): string {
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)
  }

  /** The cached or rendered image. Requests of one group share a render: known clients never wait for strangers. */
  get(key: string, group: string, render: () => Promise<Uint8Array>): Promise<Picture> {
    const name = `${group} ${key}`
    const pending = this.#underway.get(name)
    if (pending) return pending
    const result = this.#load(key, render).finally(() => this.#underway.delete(name))
    this.#underway.set(name, result)
    return result
  }

  async #load(key: string, render: () => Promise<Uint8Array>): Promise<Picture> {
    const file = join(this.#dir, key)
    if (this.#sizes.has(key)) {
      try {
        const {size} = await stat(file)
        this.#record(key, size)
        return {file, size}
      } catch {
        // The file is gone: render it again.
        this.#forget(key)
      }
    }
    const image = await render()
    await this.#keep(key, image)
    return this.#sizes.has(key) ? {file, size: image.length} : image
  }

  /** A full disk costs the copy, not the answer. */
  async #keep(key: string, image: Uint8Array): Promise<void> {
    const partial = unfinishedName(join(this.#dir, key))
    try {
      await mkdir(this.#dir, {recursive: true})
      await writeFile(partial, image)
      await rename(partial, join(this.#dir, key))
      this.#record(key, image.length)
      await this.#shrink()
    } catch {
      await rm(partial, {force: true}).catch(() => {})
    }
  }

  #record(key: string, size: number): void {
    this.#forget(key)
    this.#sizes.set(key, size)
    this.#bytes += size
  }

  #forget(key: string): void {
    this.#bytes -= this.#sizes.get(key) ?? 0
    this.#sizes.delete(key)
  }

  async #shrink(): Promise<void> {
    for (const key of this.#sizes.keys()) {
      if (this.#bytes <= this.#maxBytes && this.#sizes.size <= MAX_FILES) return
      this.#forget(key)
      await rm(join(this.#dir, key), {force: true})
    }
  }
}
