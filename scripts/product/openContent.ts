import {existsSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {ContentSource} from '../../sanity/env.ts'
import {dataDir} from './paths.ts'
import type {Product} from './prepare.ts'
import {seconds, step} from './report.ts'
import {isEmpty, seedContent, writingClient} from './seedContent.ts'
import {isNewLake, lakeTokens, startLake} from './startLake.ts'
import type {Supervised} from './superviseProcess.ts'
import {webhookSecret} from './webhookSecret.ts'

interface OpenContent {
  /** Variables with which the site reads drafts and verifies webhooks. */
  env: {SANITY_API_READ_TOKEN: string; SANITY_WEBHOOK_SECRET: string}
  /** True when the lake was empty and has just been seeded. */
  freshContent: boolean
}

/** Starts the embedded lake, and seeds it if it is empty. Nothing to start for a hosted project. */
export async function openContent(
  product: Product,
  running: Supervised[],
  studioServer?: string,
): Promise<OpenContent> {
  const {source, lakePort, lakeMetricsPort, siteOrigin} = product
  const secret = webhookSecret(process.env)
  if (!source.embedded) {
    const token = process.env.SANITY_API_READ_TOKEN ?? ''
    return {env: {SANITY_API_READ_TOKEN: token, SANITY_WEBHOOK_SECRET: secret}, freshContent: false}
  }
  const lake = {source, port: lakePort, siteOrigin, secret, studioServer, metricsPort: lakeMetricsPort}
  let freshContent = false
  if (isNewLake()) {
    const first = await startLake({...lake, notify: false})
    running.push(first)
    freshContent = await seedIfEmpty(source)
    await first.stop()
  }
  running.push(await startLake(lake))
  freshContent = (await seedIfEmpty(source)) || freshContent
  return {env: {SANITY_API_READ_TOKEN: lakeTokens(process.env).read, SANITY_WEBHOOK_SECRET: secret}, freshContent}
}

async function seedIfEmpty(source: ContentSource): Promise<boolean> {
  const client = writingClient(source, lakeTokens(process.env).write)
  // Pages come in several transactions, and a start may be killed between two.
  const unfinished = join(dataDir, 'seeding')
  if (!existsSync(unfinished) && !(await isEmpty(client))) return false
  writeFileSync(unfinished, '')
  const start = performance.now()
  step('Seeding the empty content lake')
  step(`${await seedContent(client, 'createIfNotExists')} documents seeded in ${seconds(start)}`)
  rmSync(unfinished)
  return true
}
