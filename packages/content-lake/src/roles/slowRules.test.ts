import {beforeEach, describe, expect, it} from 'vitest'
import {StepBudget} from '../query/limits/StepBudget.ts'
import {type NamedLake, openNamedLake} from '../testing/openNamedLake.ts'
import {clientOf} from '../testing/openTestLake.ts'
import type {Grant} from './definitions.ts'
import {SlowRules, TransactionLimiter} from './limitRules.ts'

/** Takes many seconds on a document with thousands of items. */
const SLOW = 'count(items[count(^.items[@ >= 0]) > 0]) >= 0'
/** The same, of a kind that cannot be limited by counting steps. */
const UNBOUNDED = `${SLOW} && array::join([array::join(["a"], "b")], "c") != ""`
const items = Array.from({length: 5000}, (_, index) => index)

const grant = (filter: string): Grant => ({filter, permissions: ['read', 'history', 'create', 'update']})
const ROLES = [
  {name: 'slow', grants: [grant(SLOW)]},
  {name: 'unbounded', grants: [grant(UNBOUNDED)]},
  {
    name: 'guarded',
    grants: [grant('true')],
    refusals: [{name: 'slow', filter: `${SLOW} && false`, message: 'never'}],
  },
]

let named: NamedLake

beforeEach(async () => {
  const names = ROLES.map(({name}) => name)
  named = await openNamedLake(ROLES, names, {maxQueryMs: 1000})
  const admin = clientOf(named.lake)
  await admin.create({_id: 'drafts.small', _type: 'page', items: [1]})
  await admin.create({_id: 'drafts.large', _type: 'page', items})
})

/** Without the client's retries. */
function request(user: string | undefined, path: string, body?: object): Promise<Response> {
  const {lake} = named
  const token = user === undefined ? lake.tokens.read : lake.sessions.create(lake.users.find(user))
  return fetch(`${lake.url}/v1/data/${path}`, {
    headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
    ...(body && {method: 'POST', body: JSON.stringify(body)}),
  })
}

async function expectNoChangeBy(user: string): Promise<void> {
  const patch = {id: 'drafts.large', set: {title: 'New'}}
  const response = await request(user, 'mutate/production', {mutations: [{patch}]})
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('10')
  expect(await response.json()).toMatchObject({error: {type: 'slowRoleError'}})
  expect(await clientOf(named.lake).fetch('*[_id == "drafts.large"][0].title')).toBeNull()
}

describe.each(['slow', 'unbounded'])('a %s filter of a grant', (user) => {
  it('is given up on a document, which is then not shown', async () => {
    expect(await (await request(user, 'doc/production/drafts.small')).json()).toMatchObject({
      documents: [{_id: 'drafts.small'}],
    })
    expect((await request(user, 'doc/production/drafts.large')).status).toBe(503)
  })

  it('lets no change through', () => expectNoChangeBy(user))

  it('makes queries time out in the query process', async () => {
    expect((await request(user, 'query/production?query=count(*)')).status).toBe(504)
    expect((await request(undefined, 'query/production?query=count(*)')).status).toBe(200)
  })
})

describe('a slow filter of a refusal', () => {
  it('is given up, and the change is not made', () => expectNoChangeBy('guarded'))
})

it('is nobody else’s trouble that one person’s changes are slow to judge', () => {
  const limiter = new TransactionLimiter()
  const time = {leftMs: 10_000}
  const judge = (id: string, evaluate = () => {}) =>
    limiter.run({id, roles: ['marketer']}, {changes: 1, time}, evaluate)
  const forever = () => {
    for (;;);
  }
  expect(() => judge('ann', forever)).toThrow(SlowRules)
  expect(() => judge('ann')).toThrow(SlowRules)
  expect(() => judge('ben')).not.toThrow()
})

it('takes no longer than the request has left, however many changes there are', () => {
  const forever = () => {
    for (;;);
  }
  const time = new StepBudget(50)
  const limiter = new TransactionLimiter()
  expect(() => limiter.run({id: 'ann', roles: ['marketer']}, {changes: 266_000, time}, forever)).toThrow(SlowRules)
})
