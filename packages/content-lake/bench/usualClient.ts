import {figuresOf} from './measure.ts'

export interface ClientRequest {
  query: string
  params: Record<string, unknown>
}

/** `times`: one after the other. `firstSearch`: the first request, and the last over and over until it is answered. */
export interface ClientTask {
  kind: 'times' | 'firstSearch'
  url: string
  token: string
  requests: ClientRequest[]
}

export interface ClientTimes {
  p50: number
  p99: number
  runs: number
}

export interface FirstSearch {
  /** Milliseconds from the first search to its answer. */
  search: number
  /** The slowest of the lookups meanwhile. */
  slowestLookup: number
}

/** Not counted: until V8 has compiled what the lake runs. */
const WARM_UP = 30

process.once('message', (task: ClientTask) => {
  void (task.kind === 'times' ? times(task) : firstSearch(task)).then((answer) => process.send?.(answer))
})

async function times({requests, ...lake}: ClientTask): Promise<ClientTimes> {
  for (const request of requests.slice(0, WARM_UP)) await ask(lake, request)
  const taken: number[] = []
  for (const request of requests) taken.push(await ask(lake, request))
  return figuresOf(taken)
}

async function firstSearch({requests: [search, lookup], ...lake}: ClientTask): Promise<FirstSearch> {
  if (!search || !lookup) throw new Error('It takes a search and a lookup')
  await ask(lake, lookup)
  let answered: number | undefined
  const searching = ask(lake, search).then((taken) => {
    answered = taken
  })
  const lookups: number[] = []
  while (answered === undefined) lookups.push(await ask(lake, lookup))
  await searching
  return {search: Math.round(answered), slowestLookup: Math.round(Math.max(...lookups))}
}

/** Returns the milliseconds until the answer was read. */
async function ask({url, token}: Pick<ClientTask, 'url' | 'token'>, {query, params}: ClientRequest): Promise<number> {
  const address = new URL('/v2025-02-19/data/query/production', url)
  address.searchParams.set('query', query)
  for (const [name, value] of Object.entries(params)) address.searchParams.set(`$${name}`, JSON.stringify(value))
  const start = performance.now()
  const response = await fetch(address, {headers: {authorization: `Bearer ${token}`}})
  const body = await response.text()
  const taken = performance.now() - start
  if (!response.ok) throw new Error(`${query}: ${body}`)
  return taken
}
