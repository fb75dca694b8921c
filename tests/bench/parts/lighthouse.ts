import {execFile} from 'node:child_process'
import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {createInterface} from 'node:readline/promises'
import {z} from 'zod'
import {findBrowser} from '../../../scripts/product/findBrowser.ts'
import {step} from '../../../scripts/product/report.ts'
import {runCommand} from '../../../scripts/product/runCommand.ts'
import {pages} from '../../support/siteUrls.ts'
import type {Part} from '../bench.ts'
import {median} from '../figures.ts'
import type {Row} from '../rows.ts'

const folder = join(import.meta.dirname, '../lighthouse')
const handful = ['/h5', '/h5/lims', '/h5/demo', '/h5/contact', '/h5/en/lims', '/h5/limsPages/entrust']
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const result = z.object({
  url: z.string(),
  scores: z.record(z.enum(categories), z.number()),
  failed: z.array(z.string()),
  lcp: z.number(),
  tbt: z.number(),
  error: z.string().optional(),
})

/** Lighthouse for a phone: a handful of pages, or with `--all` every one. */
export const measureLighthouse: Part = async ({nginx, options}) => {
  await install()
  const paths = options.all ? pages.map(({path}) => path) : handful
  const found = await run(paths.map((path) => nginx.url + path))
  const scores = categories.map((category): Row => {
    const lowest = Math.min(...found.map((one) => one.scores[category]))
    const low = found.filter((one) => one.scores[category] < 100).map(({url}) => url.slice(nginx.url.length))
    return {
      part: 'lighthouse',
      what: `${category}, lowest`,
      value: lowest,
      unit: '',
      aim: {atLeast: 100},
      note:
        low.length > 0
          ? `${low.length} of ${found.length} pages: ${low.slice(0, 6).join(' ')}`
          : `${found.length} pages`,
    }
  })
  const failed = [...new Set(found.flatMap((one) => [...one.failed, ...(one.error ? [one.error] : [])]))]
  return [
    ...scores,
    {
      part: 'lighthouse',
      what: 'audits failed',
      value: failed.length,
      unit: '',
      aim: {atMost: 0},
      note: failed.join(' '),
    },
    {part: 'lighthouse', what: 'simulated LCP, median', value: median(found.map(({lcp}) => lcp)), unit: 'ms'},
    {part: 'lighthouse', what: 'simulated TBT, median', value: median(found.map(({tbt}) => tbt)), unit: 'ms'},
  ]
}

/** Its packages stay out of the project's own: they are fetched when they are first needed. */
async function install(): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  step('Installing Lighthouse into tests/bench/lighthouse')
  await runCommand('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    failure: 'Lighthouse could not be installed. Check that the npm registry can be reached and run the command again.',
  })
}

async function run(urls: string[]): Promise<z.output<typeof result>[]> {
  const child = execFile(process.execPath, [join(folder, 'measure.mjs'), findBrowser(), ...urls])
  child.stderr?.pipe(process.stderr)
  const found: z.output<typeof result>[] = []
  if (!child.stdout) return found
  for await (const line of createInterface({input: child.stdout})) found.push(result.parse(JSON.parse(line)))
  return found
}
