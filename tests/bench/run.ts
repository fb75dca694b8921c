import {appendFileSync} from 'node:fs'
import {cpus, loadavg} from 'node:os'
import {join} from 'node:path'
import nextPackage from 'next/package.json' with {type: 'json'}
import {seconds, step} from '../../scripts/product/report.ts'
import type {Bench, Part} from './bench.ts'
import {growth} from './parts/growth.ts'
import {measureInteraction} from './parts/interaction.ts'
import {measureLighthouse} from './parts/lighthouse.ts'
import {measureNavigation} from './parts/navigation.ts'
import {measurePage} from './parts/page.ts'
import {measurePreview} from './parts/preview.ts'
import {measurePublish} from './parts/publish.ts'
import {measureServer} from './parts/server.ts'
import {soak} from './parts/soak.ts'
import {type Row, reaches, tableOf} from './rows.ts'

/** In this order: what loads the machine comes after what measures single visits. */
const parts: Record<string, Part> = {
  page: measurePage,
  navigation: measureNavigation,
  interaction: measureInteraction,
  lighthouse: measureLighthouse,
  preview: measurePreview,
  publish: measurePublish,
  server: measureServer,
  growth,
  soak,
}

export const partNames = Object.keys(parts)

/** Measures the parts asked for, prints the table and adds one line to the history. */
export async function run(bench: Bench, only: readonly string[]): Promise<void> {
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (!only.includes(name)) continue
    const begun = performance.now()
    const found = await measure(bench)
    rows.push(...found)
    step(`${name}: ${seconds(begun)}`)
    console.log(`${tableOf(found)}\n`)
  }
  console.log(tableOf(rows))
  const missed = rows.filter((row) => reaches(row) === false).length
  console.log(`\n${rows.length} figures, ${missed} aims missed. Load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  appendFileSync(join(import.meta.dirname, 'history.ndjson'), `${JSON.stringify(historyOf(rows))}\n`)
}

function historyOf(rows: readonly Row[]) {
  return {
    date: new Date().toISOString(),
    node: process.version,
    next: nextPackage.version,
    processors: cpus().length,
    load: loadavg()[0],
    figures: rows.map(({part, what, value, unit, floor}) => [
      part,
      what,
      rounded(value),
      unit,
      floor && rounded(floor),
    ]),
  }
}

const rounded = (value: number): number => Number(value.toPrecision(4))
