import {readFileSync} from 'node:fs'
import {Agent, get} from 'node:http'
import {join} from 'node:path'
import {content, publishEdit} from '../../support/contentClient.ts'
import {pages} from '../../support/siteUrls.ts'
import {testProduct} from '../../support/testProduct.ts'
import type {Part} from '../bench.ts'
import {percentile, slope} from '../figures.ts'

/** Requests a second, one in four through nginx: far from what a server can do, so that only time wears it out. */
const rate = 20
/** Visitors who are still waiting for an answer; more do not come, or a machine that is busy otherwise would be flooded. */
const waiting = 16
const publishEvery = 3000
const sampleEvery = 2000
/** The first part of the time, in which memory may still grow. */
const warmUp = 0.3

/** Visitors at a constant rate on all pages, and a publish every few seconds: no error, and memory stays as it is. */
export const soak: Part = async ({siteUrl, nginx, options}) => {
  const duration = options.minutes * 60_000
  const title = await content.fetch('*[_id == "page-net"][0].title')
  const agent = new Agent({keepAlive: true})
  const times: number[] = []
  const memory: number[] = []
  const faults: string[] = []
  let publishes = 0
  let inside = 0
  let turnedAway = 0
  const visit = async (number: number) => {
    if (inside >= waiting) return turnedAway++
    inside++
    const {path} = pages[(number * 37) % pages.length] ?? {path: '/h5'}
    const begun = performance.now()
    const status = await statusOf((number % 4 === 0 ? nginx.url : siteUrl) + path, agent)
    inside--
    times.push(performance.now() - begun)
    if (status !== 200 && status !== 304) faults.push(`${path}: ${status}`)
  }
  const publish = () =>
    publishEdit('page-net', {'title.zh': `第 ${++publishes} 版`}).catch((error: unknown) => faults.push(String(error)))

  const begun = performance.now()
  const under: Promise<unknown>[] = []
  const every = (pause: number, work: (number: number) => unknown) => {
    let number = 0
    // Keeps the rate where the timer is late.
    const timer = setInterval(
      () => {
        for (const due = (performance.now() - begun) / pause; number < due; number++)
          under.push(Promise.resolve(work(number)))
      },
      Math.min(pause, 20),
    )
    return () => clearInterval(timer)
  }
  const stops = [
    every(1000 / rate, visit),
    every(publishEvery, publish),
    every(sampleEvery, () => memory.push(residentMegabytes())),
  ]
  await new Promise((resolve) => setTimeout(resolve, duration))
  for (const stop of stops) stop()
  await Promise.all(under)
  agent.destroy()
  await publishEdit('page-net', {title})

  const warm = memory.slice(Math.floor(memory.length * warmUp))
  const half = Math.floor(warm.length / 2)
  const row = (what: string, value: number, unit: string) => ({part: 'soak', what, value, unit})
  return [
    {
      ...row('errors', faults.length, ''),
      aim: {atMost: 0},
      note: `of ${times.length} requests and ${publishes} publishes ${faults[0] ?? ''}`,
    },
    row('visits left out', turnedAway, ''),
    row('p50', percentile(times, 0.5), 'ms'),
    row('p99', percentile(times, 0.99), 'ms'),
    row('memory after warming up', percentile(warm.slice(0, half), 0.5), 'MB'),
    {
      ...row('memory at the end', percentile(warm.slice(half), 0.5), 'MB'),
      floor: percentile(warm.slice(0, half), 0.5),
      aim: {atMost: 1.1, of: 'floor'},
      note: `${options.minutes} min; grows ${(slope(warm) * (60_000 / sampleEvery)).toFixed(1)} MB a minute, peak ${percentile(memory, 1).toFixed(0)} MB`,
    },
  ]
}

function statusOf(url: string, agent: Agent): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    get(url, {agent, headers: {'accept-encoding': 'br', 'accept-language': 'zh-CN'}}, (response) => {
      response.on('end', () => resolve(response.statusCode)).on('error', (error) => resolve(error.message))
      response.resume()
    }).on('error', (error) => resolve(error.message))
  })
}

/** Resident memory of the site's process. */
function residentMegabytes(): number {
  const pid = readFileSync(join(testProduct.dataDir, 'site.pid'), 'utf8').trim()
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
