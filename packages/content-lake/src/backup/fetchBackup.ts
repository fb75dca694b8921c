import {join} from 'node:path'
import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {extract} from 'tar'
import type {BackupResult} from '../types.ts'
import {BackupFolder} from './BackupFolder.ts'

interface RunningLakeAddress {
  url: string
  token: string
  /** The folder that it works in. */
  dir: string
}

/** Backs up a lake that another process runs, over HTTP. */
export async function fetchBackup(lake: RunningLakeAddress, folder: string): Promise<BackupResult> {
  const target = await BackupFolder.open(folder, lake.dir)
  try {
    const response = await fetch(`${lake.url}/v1/lake/backup`, {headers: {authorization: `Bearer ${lake.token}`}})
    if (!response.ok || !response.body) throw new Error(`${lake.url} answered ${response.status}`)
    await pipeline(Readable.from(chunksOf(response.body)), extract({cwd: target.partial, strict: true}))
    const assets = await target.addAssets(join(target.partial, 'assets'))
    return await target.finish(assets)
  } catch (error) {
    await target.abandon()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The backup of ${lake.url} failed: ${reason}.`, {cause: error})
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = body.getReader()
  for (;;) {
    const {done, value} = await reader.read()
    if (done) return
    // The archive's reader takes a plain byte array for something else.
    yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
}
