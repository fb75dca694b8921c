/** The content API: whether it answers, takes the tokens, has all pages, and what its clock says. */
import {existsSync, readdirSync} from 'node:fs'
import {basename, join} from 'node:path'
import {z} from 'zod'
import {pageId, routes} from '../../lib/routes.ts'
import {type ContentSource, serverRequest} from '../../sanity/env.ts'
import {dataDir} from '../product/paths.ts'
import {UserError} from '../product/report.ts'
import {isNewLake, type LakeTokens, lakeTokens} from '../product/startLake.ts'
import {knownWebhookSecret} from '../product/webhookSecret.ts'
import {readUsers} from '../product/writeUsersFile.ts'
import {answerLimit, type Finding, fail, ok, reasonOf, skip, warn} from './checkResult.ts'

/** In seconds. The `Date` header has no fractions, and the answer takes its time. */
const tolerated = 5
const tooMuch = 60

/** Checks tokens and the webhook's secret as far as that goes without the content API. */
export function checkTokens({embedded}: ContentSource, env: NodeJS.ProcessEnv): Finding[] {
  return [checkKept(embedded, env), checkSecret(embedded, env)]
}

/** Checks what the embedded lake reads at its start: content, comments, people and passwords. */
export async function checkLake(folder = dataDir): Promise<Finding[]> {
  const dir = join(folder, 'lake')
  if (!existsSync(dir)) return []
  // Only here: with hosted content nothing else needs the lake's packages.
  const {inspectLake} = await import('embedded-content-lake')
  const problems = problemsOf(folder, (users) => inspectLake(dir, users))
  return problems.length > 0 ? problems.map(fail) : [ok('Content, people and passwords of the lake can be read')]
}

function problemsOf(folder: string, inspect: (users?: unknown) => string[]): string[] {
  try {
    return inspect(readUsers(folder))
  } catch (error) {
    if (error instanceof UserError) return [error.message, ...inspect()]
    throw error
  }
}

function checkKept(embedded: boolean, env: NodeJS.ProcessEnv): Finding {
  if (!embedded) {
    return env.SANITY_API_READ_TOKEN?.trim()
      ? ok('Read token is set')
      : fail('SANITY_API_READ_TOKEN is not set. Make a viewer token in the project’s API settings and set it.')
  }
  if (isNewLake()) return skip('Tokens: the lake makes them at the first "npm start"')
  try {
    lakeTokens(env)
    return ok('Tokens of the lake are there')
  } catch (error) {
    // Any other is refused by the system, not damaged.
    if (error instanceof UserError) return fail(error.message)
    throw error
  }
}

function checkSecret(embedded: boolean, env: NodeJS.ProcessEnv): Finding {
  const isSet = Boolean(env.SANITY_WEBHOOK_SECRET?.trim())
  if (isSet || (embedded && knownWebhookSecret(env))) return ok('Secret of the webhook is there')
  if (embedded) return skip('Secret of the webhook: made at the next "npm start"')
  return warn(
    'SANITY_WEBHOOK_SECRET is not set: the site refuses what Sanity reports. Set the same one here and there.',
  )
}

interface ContentOptions {
  /** The product runs, so that its lake must answer. */
  running: boolean
  env: NodeJS.ProcessEnv
  /** In milliseconds. */
  limit?: number
  folder?: string
  /** Port of the lake whose files are in `folder`; the content API may be another one. */
  lakePort?: number | undefined
}

/**
 * Checks that the content API answers this project, dataset and each token, has all pages and the same time, and an
 * embedded one the files of its assets.
 */
export async function checkContent(source: ContentSource, options: ContentOptions): Promise<Finding[]> {
  const {running, env, limit = answerLimit, folder = dataDir, lakePort} = options
  const where = `${source.apiHost} (project ${source.projectId}, dataset ${source.dataset})`
  const tokens = tokensOf(source, env)
  let first: Response
  try {
    first = await ask(source, pagesQuery, tokens.read, limit)
  } catch (error) {
    const reason = reasonOf(error)
    if (source.embedded && !running && reason === 'connection refused') {
      return [skip('Content, its tokens and its clock: the lake is not running; "npm start" starts it')]
    }
    const remedy = source.embedded
      ? 'Look at its log, and restart the product.'
      : 'Check the network, the project id and NEXT_PUBLIC_SANITY_API_HOST.'
    return [fail(`The content API does not answer at ${where}: ${reason}. ${remedy}`)]
  }
  const clock = checkClock(first.headers.get('date'))
  const own = source.embedded && lakePort !== undefined && {...source, apiHost: `http://localhost:${lakePort}`}
  const files = own ? await checkFiles(own, tokens, {limit, dir: join(folder, 'lake')}) : []
  return [await judge(source, first, where), ...files, ...(await checkWriteToken(source, tokens, limit)), clock]
}

function tokensOf({embedded}: ContentSource, env: NodeJS.ProcessEnv): Partial<LakeTokens> {
  const set = {read: env.SANITY_API_READ_TOKEN?.trim() ?? '', write: env.SANITY_API_WRITE_TOKEN?.trim() ?? ''}
  if (!embedded || isNewLake()) return set
  try {
    return lakeTokens(env)
  } catch {
    return set
  }
}

const pagesQuery = '*[_type == "page" && !(_id in path("drafts.**"))]._id'

/** Asks with a token: a wrong one is refused even where the dataset is public. */
function ask(source: ContentSource, query: string, token: string | undefined, limit: number): Promise<Response> {
  const {url, headers} = serverRequest(source, `/data/query/${source.dataset}?query=${encodeURIComponent(query)}`)
  return fetch(url, {
    headers: {...headers, ...(token && {authorization: `Bearer ${token}`})},
    signal: AbortSignal.timeout(limit),
  })
}

const answer = z.object({result: z.array(z.string())})

async function judge({embedded}: ContentSource, response: Response, where: string): Promise<Finding> {
  if (response.status === 401 || response.status === 403) {
    const remedy = embedded
      ? 'Unset SANITY_API_READ_TOKEN, or check that this lake belongs to this data folder.'
      : 'Make a viewer token in this project’s API settings and set SANITY_API_READ_TOKEN.'
    return fail(`The content API refuses the read token at ${where} (${response.status}). ${remedy}`)
  }
  if (response.status === 404) {
    return fail(
      `The content API has no such project or dataset: ${where}. Correct NEXT_PUBLIC_SANITY_PROJECT_ID and NEXT_PUBLIC_SANITY_DATASET.`,
    )
  }
  const read = answer.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined)
  if (!read.success) {
    return fail(
      `The content API at ${where} answers with ${response.status} and no list of pages. Check NEXT_PUBLIC_SANITY_API_HOST and the API’s own log.`,
    )
  }
  const ids = new Set(read.data.result)
  const missing = routes.filter((route) => !ids.has(pageId(route)))
  if (missing.length === 0)
    return ok(`Content API answers at ${where}, takes the read token and has all ${routes.length} pages`)
  return fail(
    `The content at ${where} lacks ${missing.length} of ${routes.length} pages (${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}). Run "npm run seed", or correct NEXT_PUBLIC_SANITY_DATASET.`,
  )
}

/** Compares the assets of the lake on this machine with the files in its folder. Nothing if it does not answer. */
async function checkFiles(
  source: ContentSource,
  {read}: Partial<LakeTokens>,
  {limit, dir}: {limit: number; dir: string},
): Promise<Finding[]> {
  if (!existsSync(dir)) return []
  const query = '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]].path'
  const answered = await ask(source, query, read, limit).then(
    (response) => response.json(),
    () => undefined,
  )
  const paths = answer.safeParse(answered).data?.result
  if (!paths) return []
  const folder = join(dir, 'assets')
  const there = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const missing = paths.map((path) => basename(path)).filter((name) => !there.has(name))
  if (missing.length === 0) return [ok(`Files of all ${paths.length} pictures and downloads are there`)]
  const names = `${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}`
  return [
    fail(
      `${missing.length} of ${paths.length} files of pictures and downloads are missing in ${folder} (${names}). Copy them there from a backup, or upload the same pictures again in the Studio.`,
    ),
  ]
}

async function checkWriteToken(source: ContentSource, {write}: Partial<LakeTokens>, limit: number): Promise<Finding[]> {
  if (!write) return []
  const status = await ask(source, pagesQuery, write, limit).then(
    (response) => response.status,
    () => undefined,
  )
  if (status === 401 || status === 403) {
    return [fail(`The content API refuses the write token (${status}). Correct SANITY_API_WRITE_TOKEN, or unset it.`)]
  }
  return status === 200 ? [ok('Content API takes the write token')] : []
}

/** Compares this machine's clock with the header `Date` of an answer that has just come. */
export function checkClock(date: string | null, now = Date.now()): Finding {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs))
    return warn('Clock: the content API sends no date to compare with. Check it with "timedatectl".')
  const seconds = Math.abs(now - theirs) / 1000
  if (seconds <= tolerated) return ok(`Clock is within ${tolerated} s of the content API’s`)
  const text = `Clock is ${Math.round(seconds)} s ${now > theirs ? 'ahead of' : 'behind'} the content API. Set it, best by chrony or systemd-timesyncd, here or there.`
  return seconds > tooMuch ? fail(text) : warn(text)
}
