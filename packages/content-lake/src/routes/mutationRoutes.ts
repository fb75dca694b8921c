import {type Context, Hono} from 'hono'
import {createKeys, parseMutation, withArrayKeys} from '../documents/parseMutations.ts'
import {commitWithQueries} from '../documents/selectIds.ts'
import {toHttpError} from '../documents/TransactionError.ts'
import {badRequest} from '../errors.ts'
import {jsonBody, readChoice, readFlag} from '../http/bodies.ts'
import {type LakeEnv, requireOpenSession, requireWrite} from '../http/request.ts'
import {isRecord} from '../json.ts'
import type {Lake} from '../Lake.ts'
import type {DocumentAction, JsonObject, JsonValue, Mutation} from '../types.ts'

/** `/data/mutate/<dataset>` and `/data/actions/<dataset>`: all writes. */
export function mutationRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  /** Checks the session again after each pause. */
  const committer = (c: Context<LakeEnv>): Parameters<typeof commitWithQueries>[0] => ({
    queryInProcess: lake.queryInProcess,
    commit: (request) => lake.commitInTurn(request, () => requireOpenSession(c, lake)),
  })

  routes.post('/data/mutate/:dataset', async (c) => {
    const author = requireWrite(c)
    // All behave like `sync`.
    readChoice('visibility', c.req.query('visibility'), ['sync', 'async', 'deferred'])
    const flag = (name: string) => readFlag(name, c.req.query(name))
    const [returnDocuments, generateKeys] = [flag('returnDocuments'), flag('autoGenerateArrayKeys')]
    const body = await jsonBody(c)
    const named = transactionIdOf(c, body)
    const newKey = generateKeys ? createKeys(named.transactionId) : undefined
    const {transactionId, results} = await commitWithQueries(committer(c), {
      author,
      mutations: readMutations(body, newKey),
      ...named,
      dryRun: isDryRun(c, body),
      returnDocuments,
    })
    return c.json({
      transactionId,
      results: results.map(({id, operation, document}) => ({
        id,
        operation,
        ...(returnDocuments && document ? {document} : {}),
      })),
    })
  })

  routes.post('/data/actions/:dataset', async (c) => {
    const author = requireWrite(c)
    const body = await jsonBody(c)
    const named = transactionIdOf(c, body)
    const actions = readActions(body, createKeys(named.transactionId))
    const request = {author, actions, ...named, dryRun: isDryRun(c, body)}
    const {transactionId} = await lake.actInTurn(request, () => requireOpenSession(c, lake))
    return c.json({transactionId})
  })

  return routes
}

/** Each is judged by itself, whatever it holds. docs/limits.md lists it. */
const MAX_MUTATIONS = 10_000

function readMutations({mutations}: JsonObject, newKey: (() => string) | undefined): Mutation[] {
  if (!Array.isArray(mutations)) throw badRequest('The body has to have a list of "mutations"')
  if (mutations.length > MAX_MUTATIONS)
    throw badRequest(`A transaction has at most ${MAX_MUTATIONS} mutations; send it in parts`)
  return mutations.map((value, index) => {
    try {
      return parseMutation(newKey ? withArrayKeys(value, newKey) : value)
    } catch (error) {
      throw toHttpError(error, 'mutation', index)
    }
  })
}

/** Objects in their arrays get keys, as of hosted Sanity: `autoGenerateArrayKeys` is an option of mutations alone. */
function readActions({actions}: JsonObject, newKey: () => string): DocumentAction[] {
  if (!Array.isArray(actions)) throw badRequest('The body has to have a list of "actions"')
  if (actions.length > MAX_MUTATIONS) throw badRequest(`Send at most ${MAX_MUTATIONS} actions at a time`)
  return actions.map((value, index) => {
    if (!isRecord(value) || typeof value.actionType !== 'string')
      throw badRequest('An action has to have an "actionType"')
    try {
      return {...value, ...keyedContent(value, newKey), actionType: value.actionType}
    } catch (error) {
      throw toHttpError(error, 'action', index)
    }
  })
}

/** The content of an action, with keys. The patches of an edit may be a list. */
function keyedContent({attributes, document, patch}: JsonObject, newKey: () => string): JsonObject {
  const keyed = (value: JsonValue) => withArrayKeys(value, newKey)
  return {
    ...(attributes !== undefined && {attributes: keyed(attributes)}),
    ...(document !== undefined && {document: keyed(document)}),
    ...(patch !== undefined && {patch: Array.isArray(patch) ? patch.map(keyed) : keyed(patch)}),
  }
}

/** In the body or the address. Throws 400 for what is no text: without its id, a request that is sent again counts twice. */
function transactionIdOf(c: Context<LakeEnv>, body: JsonObject): {transactionId?: string} {
  const transactionId = body.transactionId ?? c.req.query('transactionId')
  if (transactionId === undefined) return {}
  if (typeof transactionId !== 'string') throw badRequest('The "transactionId" has to be a string')
  return {transactionId}
}

/** In the body or the address. */
const isDryRun = (c: Context<LakeEnv>, {dryRun}: JsonObject): boolean =>
  [dryRun, c.req.query('dryRun')].map((value) => readFlag('dryRun', value)).includes(true)
