import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {WRITE_TOKEN} from '../access/identities.ts'
import {LakeError} from '../errors.ts'
import {openLake} from '../openLake.ts'
import fc from '../testing/fastCheck.ts'
import {newFolder} from '../testing/openTestLake.ts'
import type {DocumentAction, JsonObject, ReleaseRule} from '../types.ts'
import {startReleases} from './startReleases.ts'

const SECOND = 1000
const START = Date.UTC(2030, 0, 1)
/** After a jump of the clock, what is due is published within so many seconds. */
const LOOK_SECONDS = 10
const IDS = ['a', 'b'] as const
const NAMES = ['r', 's'] as const

/** Documents hold one number each. */
type Content = Partial<Record<(typeof IDS)[number], number>>

interface Step {
  kind: string
  name: (typeof NAMES)[number]
  id: (typeof IDS)[number]
  /** What is written, the seconds that pass, or how far ahead it is scheduled. */
  n: number
}

/** Few times, in seconds since the start, so that some are the same. */
const timeAhead = (now: number, n: number): number => (Math.floor(now / 4) + n) * 4

const collides = ({a, b}: Content): boolean => a !== undefined && a === b

/** Refuses the same number in both documents. */
const releaseRule: ReleaseRule = ({published, publishes}) =>
  collides(Object.fromEntries([...published, ...publishes].map(({_id, n}) => [_id, n]))) ? 'They collide.' : undefined

class Release {
  state: 'none' | 'active' | 'scheduled' | 'published' | 'archived' = 'none'
  at = 0
  isRefused = false
  created = 0
  versions: Content = {}
  kept: Content = {}
}

/** The expected behaviour of two releases of two documents; a scheduled draft is a release that is made of it. */
class Model {
  readonly releases = {r: new Release(), s: new Release()}
  published: Content = {}
  drafts: Content = {}
  publications = 0
  #now = 0
  #steps = 0

  /** Returns whether the step is allowed. What is due then is published, the earliest first, and of several the oldest. */
  step(step: Step): boolean {
    this.#steps += 1
    const isAllowed = this.#do(step)
    const due = Object.values(this.releases).filter(({state, at}) => state === 'scheduled' && at <= this.#now)
    for (const release of due.toSorted((one, other) => one.at - other.at || one.created - other.created))
      if (!this.#publish(release)) Object.assign(release, {state: 'active', isRefused: true})
    return isAllowed
  }

  #do({kind, name, id, n}: Step): boolean {
    const {drafts, releases} = this
    const release = releases[name]
    const {state, versions, kept} = release
    const is = (...states: Release['state'][]) => states.includes(state)
    const draft = drafts[id]
    if (kind === 'draft') return this.#when(true, () => (drafts[id] = n))
    if (kind === 'publishDraft') return this.#when(draft !== undefined, () => this.#publishDraft(id))
    if (kind === 'write') return this.#when(is('none', 'active'), () => (versions[id] = n))
    const set = (isAllowed: boolean, changes: Partial<Release>) =>
      this.#when(isAllowed, () => Object.assign(release, changes))
    const schedule = {state: 'scheduled', at: timeAhead(this.#now, n), isRefused: false} as const
    if (kind === 'create') return set(is('none'), {state: 'active', created: this.#steps})
    if (kind === 'scheduleDraft') {
      const isPossible = is('none') && draft !== undefined && versions[id] === undefined
      const all = {...versions, ...(draft !== undefined && {[id]: draft})}
      return set(isPossible && this.#mayPublish(all), {...schedule, created: this.#steps, versions: all})
    }
    if (kind === 'schedule') return set(is('active', 'scheduled') && this.#mayPublish(versions), schedule)
    if (kind === 'unschedule') return set(is('scheduled'), {state: 'active'})
    if (kind === 'publish') return is('active', 'scheduled') && this.#publish(release)
    if (kind === 'archive') return set(is('active'), {state: 'archived', versions: {}, kept: versions})
    if (kind === 'unarchive') return set(is('archived'), {state: 'active', versions: kept})
    if (kind === 'delete') return set(is('archived', 'published'), new Release())
    this.#now += kind === 'jump' ? n - 2 + LOOK_SECONDS : n
    return true
  }

  #mayPublish(versions: Content): boolean {
    return !collides({...this.published, ...versions})
  }

  #publish(release: Release): boolean {
    const {versions} = release
    return this.#when(this.#mayPublish(versions), () => {
      for (const id of IDS) {
        if (versions[id] === undefined) continue
        this.published[id] = versions[id]
        this.publications += 1
        // A draft that says something else is somebody's work.
        if (this.drafts[id] === versions[id]) delete this.drafts[id]
      }
      Object.assign(release, {state: 'published', isRefused: false, versions: {}})
    })
  }

  #publishDraft(id: Step['id']): void {
    this.published = {...this.published, [id]: this.drafts[id]}
    this.publications += 1
    delete this.drafts[id]
  }

  #when(isAllowed: boolean, run: () => void): boolean {
    if (isAllowed) run()
    return isAllowed
  }
}

/** Weights by which most sequences come to publications at a time, some to two at one time or to one that is refused then. */
const kinds: [weight: number, kinds: string][] = [
  [5, 'draft scheduleDraft schedule write'],
  [3, 'create delete publishDraft wait'],
  [1, 'unschedule publish archive unarchive restart jump'],
]

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds.map(([weight, list]) => ({weight, arbitrary: fc.constantFrom(...list.split(' '))}))),
  name: fc.constantFrom(...NAMES),
  id: fc.constantFrom(...IDS),
  n: fc.integer({min: 0, max: 3}),
})
const steps = fc.array(step, {minLength: 60, maxLength: 160, size: 'max'})

/** The lake with its clock, as the model sees it. */
async function openReleases() {
  const dir = await newFolder()
  vi.setSystemTime(START)
  const author = WRITE_TOKEN
  let publications = 0
  const open = async () => {
    const {lake, endStreams, close} = openLake({dir, port: 0, log: () => {}, releaseRule})
    lake.onTransaction(({changes}) => {
      publications += changes.filter(({documentId}) => IDS.some((id) => id === documentId)).length
    })
    const stopReleases = await startReleases(lake)
    return {
      lake,
      close: () => {
        stopReleases()
        endStreams()
        close()
      },
    }
  }
  let opened = await open()
  const write = (_id: string, n: number) =>
    opened.lake.commit({author, mutations: [{createOrReplace: {_id, _type: 'page', n}}]})
  const act = (...actions: [type: string, rest: JsonObject][]) =>
    opened.lake.act({
      author,
      actions: actions.map(([type, rest]): DocumentAction => ({actionType: `sanity.action.${type}`, ...rest})),
    })
  const step = async ({kind, name, id, n}: Step): Promise<void> => {
    const draftId = `drafts.${id}`
    const versionId = `versions.${name}.${id}`
    const release = {releaseId: name}
    const schedule = {
      ...release,
      publishAt: new Date(START + timeAhead((Date.now() - START) / SECOND, n) * SECOND).toISOString(),
    }
    const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND)
    if (kind === 'wait') await pass(n)
    else if (kind === 'jump') {
      vi.setSystemTime(Date.now() + (n - 2) * SECOND)
      await pass(LOOK_SECONDS)
    } else if (kind === 'restart') {
      opened.close()
      await pass(n)
      opened = await open()
    } else if (kind === 'draft') write(draftId, n)
    else if (kind === 'write') write(versionId, n)
    else if (kind === 'publishDraft') act(['document.publish', {draftId, publishedId: id}])
    else if (kind === 'scheduleDraft') {
      const create = {...release, metadata: {releaseType: 'scheduled', cardinality: 'one'}}
      const version = {baseId: draftId, versionId, publishedId: id}
      act(['release.create', create], ['document.version.create', version], ['release.schedule', schedule])
    } else act([`release.${kind}`, kind === 'schedule' ? schedule : release])
    // What is due at once.
    await pass(0)
  }
  const seen = () => {
    const {documents} = opened.lake
    const numbers = (prefix: string) =>
      Object.fromEntries(IDS.flatMap((id) => (documents.has(prefix + id) ? [[id, documents.get(prefix + id)?.n]] : [])))
    const release = (name: string) => {
      const stored = documents.get(`_.releases.${name}`)
      return {
        state: stored?.state ?? 'none',
        isRefused: stored?.error !== undefined,
        versions: numbers(`versions.${name}.`),
      }
    }
    return {r: release('r'), s: release('s'), published: numbers(''), drafts: numbers('drafts.'), publications}
  }
  return {step, seen, close: () => opened.close()}
}

describe('by the clock', () => {
  beforeEach(() => void vi.useFakeTimers({toFake: ['Date', 'setTimeout', 'clearTimeout']}))
  afterEach(() => void vi.useRealTimers())

  test('through any actions, waiting, restarts and jumps of the clock, releases and scheduled drafts do what their model does, and fire once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const model = new Model()
        const lake = await openReleases()
        try {
          for (const next of sequence) {
            const isAllowed = model.step(next)
            let refusal: unknown
            try {
              await lake.step(next)
            } catch (error) {
              refusal = error
            }
            if (isAllowed) expect(refusal).toBeUndefined()
            else expect(refusal).toBeInstanceOf(LakeError)
            const release = ({state, isRefused, versions}: Release) => ({state, isRefused, versions})
            const {published, drafts, publications, releases} = model
            const expected = {published, drafts, publications, r: release(releases.r), s: release(releases.s)}
            expect(lake.seen()).toEqual(expected)
          }
        } finally {
          lake.close()
        }
      }),
      {numRuns: 30 * Number(process.env.FUZZ_FACTOR || 1)},
    )
  })
})

const segment = fc.constantFrom('versions', 'drafts', '_', 'releases', 'locked', 'evil', 'a', '')
const name = fc.array(segment, {minLength: 1, maxLength: 6}).map((segments) => segments.join('.'))
const forged = fc.oneof(name, fc.constantFrom('_.releases.evil', 'versions.locked.a', 'drafts._.releases.locked'))

test('publishing writes no release, and nothing into another one, whatever the ids of its versions', async () => {
  const {lake, endStreams, close} = openLake({dir: await newFolder(), port: 0, log: () => {}})
  const author = WRITE_TOKEN
  const act = (action: string, releaseId: string, rest: object = {}) =>
    lake.act({author, actions: [{actionType: `sanity.action.release.${action}`, releaseId, ...rest}]})
  const write = (_id: string, rest: object = {}) =>
    lake.commit({author, mutations: [{createOrReplace: {_id, _type: 'page', ...rest}}]})
  act('create', 'locked')
  write('versions.locked.a', {title: 'reviewed'})
  act('schedule', 'locked', {publishAt: '2999-01-01T00:00:00Z'})
  const guarded = () =>
    Array.from(lake.documents.all()).filter(
      ({_id, name}) => _id.startsWith('versions.locked.') || (_id.startsWith('_.') && !String(name).startsWith('own')),
    )
  const before = guarded()
  let runs = 0
  const publish = (put: (id: string) => void, id: string) => {
    runs += 1
    const own = `own${runs}`
    act('create', own)
    for (const step of [() => put(`versions.${own}.${id}`), () => act('publish', own)]) {
      try {
        step()
      } catch (error) {
        expect(error).toBeInstanceOf(LakeError)
      }
    }
    expect(guarded()).toEqual(before)
  }
  try {
    fc.assert(
      fc.property(forged, (id) => publish(write, id)),
      {numRuns: 60 * Number(process.env.FUZZ_FACTOR || 1)},
    )
    // Stored by a lake that did not look.
    const [_createdAt, _updatedAt] = ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z']
    const stored = (_id: string) =>
      lake.documents.apply([[_id, {_id, _type: 'page', _rev: 'x', _createdAt, _updatedAt}]])
    for (const id of ['_.releases.evil', 'versions.locked.a']) publish(stored, id)
  } finally {
    endStreams()
    close()
  }
})
