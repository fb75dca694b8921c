import '../testing/cheapPasswords.ts'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {setImmediate} from 'node:timers/promises'
import {expect, test, vi} from 'vitest'
import {createApp} from '../createApp.ts'
import {openLake} from '../openLake.ts'
import {fireDueReleases} from '../releases/startReleases.ts'
import fc from '../testing/fastCheck.ts'
import {newFolder, TEST_TOKENS} from '../testing/openTestLake.ts'
import {hashPassword} from './password.ts'

const HISTORIES = 3 * Number(process.env.FUZZ_FACTOR || 1)
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const PASSWORDS = ['seventeen quiet otters', 'nine loud herons here']
const ROLES = ['administrator', 'editor', 'viewer', 'drafter']
const IDS = ['root', 'ann', 'bob', 'cy']
const DRAFTER = {
  name: 'drafter',
  grants: [{filter: '_id in path("drafts.**") && _type == "note"', permissions: ['read', 'create', 'update']}],
}

/** Who exists, with which role and password, and which sessions, links and tickets count. Times are milliseconds. */
interface Person {
  role: string
  password?: string | undefined
}
interface Session {
  of: string
  begun: number
  used: number
  isOver: boolean
  isConfirmed: boolean
}
class Model {
  now = 0
  readonly people = new Map<string, Person>([['root', {role: 'administrator', password: PASSWORDS[0]}]])
  readonly former = new Set<string>()
  readonly sessions: Session[] = []
  readonly links: {of: string; until: number; isOver: boolean}[] = []

  sessionAt(index: number): Session | undefined {
    const session = this.sessions[index]
    if (!session || session.isOver) return undefined
    const isOld = this.now - session.used >= DAY_MS || this.now - session.begun >= 30 * DAY_MS
    return isOld ? undefined : session
  }

  roleOf(index: number): string | undefined {
    const session = this.sessionAt(index)
    return session && this.people.get(session.of)?.role
  }

  /** The status of a change of people by this session: before it is known whether the change itself is possible. */
  managerStatus(index: number): number {
    const role = this.roleOf(index)
    if (role === undefined) return 401
    return role === 'administrator' && this.sessionAt(index)?.isConfirmed ? 200 : 403
  }

  begin(of: string): void {
    this.sessions.push({of, begun: this.now, used: this.now, isOver: false, isConfirmed: false})
  }

  endOf(of: string): void {
    for (const session of this.sessions) if (session.of === of) session.isOver = true
  }

  voidLinksOf(of: string): void {
    for (const link of this.links) if (link.of === of) link.isOver = true
  }

  linkAt(index: number) {
    const link = this.links[index]
    return link && !link.isOver && this.now < link.until ? link : undefined
  }

  makeLink(of: string): void {
    this.voidLinksOf(of)
    this.links.push({of, until: this.now + 3 * DAY_MS, isOver: false})
  }

  /** Whether somebody with a password would still manage people. */
  keepsManager(change: (people: Map<string, Person>) => void): boolean {
    const next = new Map(Array.from(this.people, ([id, person]) => [id, {...person}]))
    change(next)
    return Array.from(next.values()).some(({role, password}) => role === 'administrator' && password !== undefined)
  }
}

const PASSWORD = fc.constantFrom(...PASSWORDS)
/** Mostly one of the sessions or links that count; now and then any. */
const choice = fc.record({number: fc.nat(20), isAny: fc.integer({min: 0, max: 7}).map((drawn) => drawn === 0)})
const id = fc.constantFrom(...IDS)
const role = fc.constantFrom('administrator', ...ROLES)
/** One name in other letters, with spaces around, or as an address. */
const spelling = fc.constantFrom('plain', 'loud', 'address')
const wrong = fc.integer({min: 0, max: 9}).map((drawn) => drawn === 0)
const named = <Kind extends string, Fields extends object>(
  kind: Kind,
  fields: {[Name in keyof Fields]: fc.Arbitrary<Fields[Name]>},
) => fc.record(fields).map((drawn) => ({kind, ...drawn}))
const step = fc.oneof(
  {weight: 6, arbitrary: named('signIn', {id, spelling, wrong})},
  {weight: 5, arbitrary: named('confirm', {by: choice, wrong})},
  {weight: 6, arbitrary: named('invite', {by: choice, id, role})},
  {weight: 6, arbitrary: named('accept', {link: choice, password: PASSWORD})},
  {weight: 3, arbitrary: named('change', {by: choice, id, role})},
  {weight: 2, arbitrary: named('remove', {by: choice, id})},
  {weight: 2, arbitrary: named('reset', {by: choice, id})},
  {weight: 1, arbitrary: named('endSessions', {by: choice, id})},
  {weight: 1, arbitrary: named('signOut', {by: choice})},
  {weight: 2, arbitrary: named('exchange', {by: choice})},
  {weight: 1, arbitrary: named('changePassword', {by: choice, wrong, next: PASSWORD})},
  {weight: 2, arbitrary: named('together', {by: choice, other: choice, role})},
  {weight: 2, arbitrary: named('schedule', {by: choice})},
  {weight: 1, arbitrary: named('wait', {hours: fc.constantFrom(1, 1, 1, 1, 1, 20, 25, 75)})},
  {weight: 1, arbitrary: named('restart', {})},
)
/** Two administrators and an editor, signed in, so that histories soon come to something. */
const BEGINNING: readonly Step[] = [
  {kind: 'signIn', id: 'root', spelling: 'plain', wrong: false},
  {kind: 'confirm', by: {number: 0, isAny: false}, wrong: false},
  {kind: 'invite', by: {number: 0, isAny: false}, id: 'ann', role: 'administrator'},
  {kind: 'accept', link: {number: 0, isAny: false}, password: 'seventeen quiet otters'},
  {kind: 'signIn', id: 'ann', spelling: 'loud', wrong: false},
  {kind: 'confirm', by: {number: 1, isAny: false}, wrong: false},
  {kind: 'invite', by: {number: 1, isAny: false}, id: 'bob', role: 'editor'},
  {kind: 'accept', link: {number: 0, isAny: false}, password: 'nine loud herons here'},
  {kind: 'signIn', id: 'bob', spelling: 'address', wrong: false},
]
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function play(steps: readonly Step[]): Promise<void> {
  const dir = await newFolder()
  const users = join(dir, 'users.json')
  const root = {
    id: 'root',
    name: 'Root',
    email: 'root@example.com',
    roles: ['administrator'],
    password: hashPassword(PASSWORDS[0] ?? ''),
  }
  writeFileSync(users, JSON.stringify({roles: [DRAFTER], users: [root]}))
  const open = () => {
    const {lake, close, endStreams} = openLake({
      dir,
      users,
      readToken: TEST_TOKENS.read,
      writeToken: TEST_TOKENS.write,
      adminToken: TEST_TOKENS.admin,
      log: () => {},
    })
    return {lake, app: createApp(lake), end: () => void [endStreams(), close()]}
  }
  vi.useFakeTimers({toFake: ['Date', 'performance']})
  let running = open()
  const model = new Model()
  const cookies: string[] = []
  const codes: string[] = []
  const tickets: {ticket: string; session: number; at: number}[] = []
  const releases: {name: string; by: string; session: number; at: number}[] = []
  const ask = (
    path: string,
    {
      method = 'GET',
      cookie,
      body,
      form,
    }: {method?: string; cookie?: string | undefined; body?: unknown; form?: Record<string, string>} = {},
  ) =>
    running.app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(method !== 'GET' && {origin: 'http://localhost'}),
          ...(cookie && {cookie: `lakeSession=${cookie}`}),
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        ...(form ? {body: new URLSearchParams(form)} : body !== undefined ? {body: JSON.stringify(body)} : {}),
      }),
    )
  const sessionIn = (response: Response) => /lakeSession=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
  const mutateIn = (dataset: string) => (cookie: string | undefined, mutation: object) =>
    ask(`/v2025-02-19/data/mutate/${dataset}?dryRun=true`, {method: 'POST', cookie, body: {mutations: [mutation]}})
  const mutate = mutateIn('production')
  const comment = mutateIn('production-comments')

  running.lake.commit({
    mutations: [
      {create: {_id: 'drafts.secret', _type: 'page', text: 'hidden'}},
      {create: {_id: 'drafts.note', _type: 'note', text: 'note'}},
    ],
    author: {id: 'system', name: '', rights: 'write'},
  })

  running.lake.comments().commit({
    mutations: [{create: {_id: 'first', _type: 'comment', authorId: 'somebody', message: 'words'}}],
    author: {id: 'system', name: '', rights: 'write'},
  })

  let changes = 0
  /** What each session listens to; whoever is cut off comes again. */
  let streams: {session: number; path: string; reads: (role: string) => boolean; isOpen: boolean; text: string}[] = []
  async function follow(session: number, what: string): Promise<void> {
    const all = new URLSearchParams({
      query: '*',
      includeAllVersions: 'true',
      includeResult: 'true',
      includePreviousRevision: 'true',
    })
    const readsAll = (held: string) => held !== 'drafter'
    const paths: [path: string, reads: (role: string) => boolean][] = [
      [`listen/production?${all}`, readsAll],
      ['live/events/production?includeDrafts=true', () => true],
      [`listen/production-comments?${all}`, readsAll],
    ]
    for (const [path, reads] of paths) {
      if (streams.some((known) => known.session === session && known.path === path)) continue
      const {status, body} = await ask(`/v2025-02-19/data/${path}`, {cookie: cookies[session]})
      const isComments = path.includes('-comments')
      const held = model.roleOf(session)
      expect({what, path, held, status}).toEqual({
        what,
        path,
        held,
        status: isComments && held === 'drafter' ? 403 : 200,
      })
      if (status !== 200 || !body) continue
      const stream = {session, path, reads, isOpen: true, text: ''}
      streams.push(stream)
      void (async () => {
        for await (const piece of body.pipeThrough(new TextDecoderStream())) stream.text += piece
      })().finally(() => {
        stream.isOpen = false
      })
    }
  }

  /**
   * Something secret changes: whoever may still read it hears of it, or is told to come again where a step changed people or
   * sessions (`mayEnd`), and nobody else does.
   */
  async function auditStreams(what: string, mayEnd: boolean): Promise<void> {
    const author = {id: 'system', name: '', rights: 'write'} as const
    const text = `secret ${changes++}`
    // Greetings, and the ends of streams that the step has cut off.
    await setImmediate()
    for (const stream of streams) stream.text = ''
    running.lake.commit({
      mutations: [{patch: {id: 'drafts.secret', set: {text}}}, {patch: {id: 'drafts.note', set: {text: 'note'}}}],
      author,
    })
    running.lake.comments().commit({mutations: [{patch: {id: 'first', set: {message: text}}}], author})
    await setImmediate()
    for (const {session, path, reads, isOpen, text: told} of streams) {
      const held = model.roleOf(session)
      expect({what, session, path, held, isOpen, hears: told !== ''}).toEqual({
        what,
        session,
        path,
        held,
        isOpen: held !== undefined && (isOpen || !mayEnd),
        hears: isOpen && held !== undefined,
      })
      if (held === undefined || !reads(held))
        expect({what, path, told}).toEqual({what, path, told: expect.not.stringContaining('secret')})
    }
    streams = streams.filter(({isOpen}) => isOpen)
  }

  /** Everybody of now, and the last of before, tries a sample of everything. */
  async function audit(what: string): Promise<void> {
    for (const [index, cookie] of [...cookies, undefined].entries()) {
      if (index < cookies.length - 3 && !model.sessionAt(index)) continue
      const session = model.sessionAt(index)
      const held = model.roleOf(index)
      const [me, drafts, page, note, people, comments, own, forged] = await Promise.all([
        ask('/v1/users/me', {cookie}),
        ask('/v2025-02-19/data/query/production?perspective=raw&query=*._id', {cookie}),
        mutate(cookie, {create: {_type: 'page'}}),
        mutate(cookie, {create: {_id: 'drafts.other', _type: 'note'}}),
        ask('/v1/lake/people', {cookie}),
        ask('/v1/data/query/production-comments?query=*._id', {cookie}),
        comment(cookie, {create: {_type: 'comment', authorId: session?.of ?? ''}}),
        comment(cookie, {patch: {id: 'first', set: {message: 'forged'}}}),
      ])
      const seen: {result: string[]} = await drafts.json()
      const readsAll = held !== undefined && held !== 'drafter'
      const may = (isAllowed: boolean) => (held === undefined ? 401 : isAllowed ? 200 : 403)
      const writes = held === 'administrator' || held === 'editor'
      expect({
        what,
        index,
        held,
        me: me.status,
        secret: seen.result.includes('drafts.secret'),
        note: seen.result.includes('drafts.note'),
        page: page.status,
        draft: note.status,
        people: people.status,
        comments: comments.status,
        own: own.status,
        forged: forged.status,
      }).toEqual({
        what,
        index,
        held,
        me: may(true),
        secret: readsAll,
        note: held !== undefined,
        page: may(writes),
        draft: may(writes || held === 'drafter'),
        people: may(held === 'administrator'),
        comments: may(readsAll),
        own: may(writes),
        forged: may(false),
      })
      if (session) session.used = model.now
      if (me.ok) expect(await me.json(), what).toMatchObject({id: session?.of, roles: [{name: held}]})
    }
    for (const {ticket, session, at} of tickets) {
      const {status} = await running.app.fetch(
        new Request('http://localhost/v1/auth/tickets/owner', {headers: {'lake-ticket': ticket}}),
      )
      const isGood = model.sessionAt(session) !== undefined && model.now - at < 5 * 60_000
      expect({what, ticket: session, status}).toEqual({what, ticket: session, status: isGood ? 200 : 404})
    }
    const state = ({name}: {name: string}) => running.lake.documents.get(`_.releases.${name}`)?.state
    expect(releases.map(state), what).not.toContain(undefined)
  }

  try {
    for (const step of steps) {
      const what = JSON.stringify(step)
      const chosen = (
        known: readonly unknown[],
        counts: (index: number) => boolean,
        {number, isAny}: {number: number; isAny: boolean},
      ) => {
        const all = Array.from(known.keys())
        const good = all.filter(counts)
        const some = isAny || good.length === 0 ? all : good
        return some[number % some.length] ?? 0
      }
      const index = 'by' in step ? chosen(cookies, (at) => model.sessionAt(at) !== undefined, step.by) : 0
      const cookie = cookies[index]
      const session = model.sessionAt(index)
      const person = session && model.people.get(session.of)
      const target = 'id' in step ? model.people.get(step.id) : undefined
      const people = (method: string, path = '', body?: unknown) =>
        ask(`/v1/lake/people${path}`, {method, cookie, ...(body !== undefined && {body})})
      const passwordOf = (known: Person | undefined, isWrong: boolean) =>
        isWrong ? 'what nobody has chosen' : (known?.password ?? PASSWORDS[0] ?? '')
      const manager = model.managerStatus(index)
      const expectStatus = (response: Response, status: number) => {
        expect({what, status: response.status}).toEqual({what, status})
        return response
      }
      if (step.kind === 'signIn') {
        const name = {plain: step.id, loud: ` ${step.id.toUpperCase()}\u3000`, address: `${step.id}@Example.com`}[
          step.spelling
        ]
        const password = passwordOf(target, step.wrong)
        const response = await ask('/lake/login', {method: 'POST', form: {name: name ?? '', password}})
        const isRight = target?.password === password
        if (response.status !== 429) expectStatus(response, isRight ? 303 : 401)
        if (response.status === 303) {
          cookies.push(sessionIn(response) ?? '')
          model.begin(step.id)
        }
      } else if (step.kind === 'confirm') {
        const password = passwordOf(person, step.wrong)
        const response = await ask('/v1/lake/people-confirmation', {method: 'POST', cookie, body: {password}})
        if (response.status !== 429)
          expectStatus(
            response,
            !person ? 401 : person.role !== 'administrator' || person.password !== password ? 403 : 200,
          )
        if (response.ok && session) session.isConfirmed = true
      } else if (step.kind === 'invite') {
        const response = await people('POST', '', {
          id: step.id,
          name: step.id,
          email: `${step.id}@example.com`,
          roles: [step.role],
        })
        const isTaken = target !== undefined
        expectStatus(response, manager !== 200 ? manager : isTaken ? 400 : model.former.has(step.id) ? 409 : 201)
        if (response.status === 201) {
          codes.push(String((await response.json()).link.url).split('#')[1] ?? '')
          model.people.set(step.id, {role: step.role})
          model.makeLink(step.id)
        }
      } else if (step.kind === 'accept') {
        const number = chosen(codes, (at) => model.linkAt(at) !== undefined, step.link)
        const link = model.linkAt(number)
        const response = await ask('/lake/password', {
          method: 'POST',
          form: {code: codes[number] ?? '', next: step.password, again: step.password},
        })
        expectStatus(response, link ? 200 : 400)
        if (link) {
          link.isOver = true
          model.people.set(link.of, {role: model.people.get(link.of)?.role ?? '', password: step.password})
          model.endOf(link.of)
        }
      } else if (step.kind === 'change') {
        const response = await people('PATCH', `/${step.id}`, {roles: [step.role]})
        const isKept = model.keepsManager((all) => all.set(step.id, {...target, role: step.role}))
        expectStatus(response, manager !== 200 ? manager : !target ? 404 : isKept ? 200 : 409)
        if (response.ok && target && target.role !== step.role) {
          model.people.set(step.id, {...target, role: step.role})
          model.endOf(step.id)
        }
      } else if (step.kind === 'together') {
        // Each gives the other a role in the same moment: the second is no administrator any more.
        const second = chosen(cookies, (at) => at !== index && model.managerStatus(at) === 200, step.other)
        const pair = [
          {from: index, to: model.sessionAt(second)?.of ?? ''},
          {from: second, to: model.sessionAt(index)?.of ?? ''},
        ]
        const isPair = pair.every(({from, to}) => model.managerStatus(from) === 200 && to !== model.sessionAt(from)?.of)
        if (isPair) {
          const answers = await Promise.all(
            pair.map(({from, to}) =>
              ask(`/v1/lake/people/${to}`, {method: 'PATCH', cookie: cookies[from], body: {roles: [step.role]}}),
            ),
          )
          const statuses = answers.map(({status}) => status)
          expect({what, statuses: statuses.map((status) => (status === 200 ? 200 : 403)).sort()}).toEqual({
            what,
            statuses: step.role === 'administrator' ? [200, 200] : [200, 403],
          })
          const [first] = pair.filter((_, at) => statuses[at] === 200)
          if (first && step.role !== 'administrator') {
            model.people.set(first.to, {...model.people.get(first.to), role: step.role})
            model.endOf(first.to)
          }
        }
      } else if (step.kind === 'remove') {
        const response = await people('DELETE', `/${step.id}`)
        const isKept = model.keepsManager((all) => all.delete(step.id))
        expectStatus(response, manager !== 200 ? manager : !target ? 404 : isKept ? 200 : 409)
        if (response.ok) {
          model.people.delete(step.id)
          model.former.add(step.id)
          model.endOf(step.id)
          model.voidLinksOf(step.id)
        }
      } else if (step.kind === 'reset') {
        const response = await people('POST', `/${step.id}/link`)
        const isKept = model.keepsManager((all) => all.set(step.id, {role: target?.role ?? ''}))
        expectStatus(
          response,
          manager !== 200 ? manager : session?.of === step.id ? 400 : !target ? 404 : isKept ? 200 : 409,
        )
        if (response.ok && target) {
          codes.push(String((await response.json()).link.url).split('#')[1] ?? '')
          model.people.set(step.id, {role: target.role})
          model.makeLink(step.id)
          model.endOf(step.id)
        }
      } else if (step.kind === 'endSessions') {
        expectStatus(await people('DELETE', `/${step.id}/sessions`), manager)
        if (manager === 200) model.endOf(step.id)
      } else if (step.kind === 'signOut') {
        await ask('/lake/logout', {method: 'POST', cookie})
        if (session) session.isOver = true
      } else if (step.kind === 'exchange') {
        const response = await ask('/v1/auth/login/local?origin=http://localhost/', {cookie})
        const sid = /#sid=(.*)/.exec(response.headers.get('location') ?? '')?.[1]
        expect({what, isIssued: sid !== undefined}).toEqual({what, isIssued: session !== undefined})
        const exchanged = await ask(`/v1/auth/fetch?sid=${sid}`)
        expectStatus(exchanged, session ? 200 : 401)
        const ticket = await ask('/v1/auth/tickets', {method: 'POST', cookie})
        expectStatus(ticket, session ? 200 : 401)
        if (session) {
          cookies.push((await exchanged.json()).token)
          model.begin(session.of)
          tickets.push({ticket: (await ticket.json()).ticket, session: index, at: model.now})
        }
      } else if (step.kind === 'changePassword') {
        const password = passwordOf(person, step.wrong)
        const response = await ask('/lake/account/password', {
          method: 'POST',
          cookie,
          form: {current: password, next: step.next, again: step.next},
        })
        if (response.status !== 429) expectStatus(response, !person ? 401 : person.password === password ? 200 : 401)
        if (response.ok && session && person) {
          model.people.set(session.of, {...person, password: step.next})
          model.endOf(session.of)
          cookies.push(sessionIn(response) ?? '')
          model.begin(session.of)
        }
      } else if (step.kind === 'schedule') {
        const name = `r${releases.length}`
        const publishAt = new Date(Date.now() + HOUR_MS).toISOString()
        const actions = [
          {actionType: 'sanity.action.release.create', releaseId: name},
          {
            actionType: 'sanity.action.document.version.create',
            publishedId: `d-${name}`,
            document: {_id: `versions.${name}.d-${name}`, _type: 'page'},
          },
          {actionType: 'sanity.action.release.schedule', releaseId: name, publishAt},
        ]
        const response = await ask('/v2025-02-19/data/actions/production', {method: 'POST', cookie, body: {actions}})
        const writes = person?.role === 'administrator' || person?.role === 'editor'
        expectStatus(response, !person ? 401 : writes ? 200 : person.role === 'viewer' ? 403 : 404)
        if (response.ok && session) releases.push({name, by: session.of, session: index, at: model.now + HOUR_MS})
      } else if (step.kind === 'wait') {
        vi.advanceTimersByTime(step.hours * HOUR_MS)
        model.now += step.hours * HOUR_MS
        for (const known of model.sessions) known.isConfirmed = false
        // As every minute.
        running.lake.sessions.sweep()
        const due = releases.filter(
          ({name, at}) => at <= model.now && running.lake.documents.get(`_.releases.${name}`)?.state === 'scheduled',
        )
        await fireDueReleases(running.lake, Date.now())
        for (const {name, by} of due) {
          const role = model.people.get(by)?.role
          const isPublished = role === 'administrator' || role === 'editor'
          expect({what, by, isOut: running.lake.documents.get(`d-${name}`) !== undefined}).toEqual({
            what,
            by,
            isOut: isPublished,
          })
        }
      } else {
        running.end()
        running = open()
        for (const known of model.sessions) known.isConfirmed = false
        tickets.length = 0
      }
      await auditStreams(what, !['signIn', 'confirm', 'exchange', 'schedule'].includes(step.kind))
      await audit(what)
      for (const index of cookies.keys()) if (model.sessionAt(index)) await follow(index, what)
    }
  } finally {
    running.end()
    vi.useRealTimers()
  }
}

test('what each person, session, link, ticket, stream and schedule may do is right after every step of any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 30, maxLength: 60}), (steps) => play([...BEGINNING, ...steps])),
    // Each takes a second: to make a history shorter would take minutes.
    {numRuns: HISTORIES, endOnFailure: true},
  )
})
