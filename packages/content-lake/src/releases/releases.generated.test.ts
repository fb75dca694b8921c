import {expect, test} from 'vitest'
import {WRITE_TOKEN} from '../access/identities.ts'
import {LakeError} from '../errors.ts'
import {openLake} from '../openLake.ts'
import fc from '../testing/fastCheck.ts'
import {newFolder} from '../testing/openTestLake.ts'
import {fireDueReleases} from './startReleases.ts'

type State = 'none' | 'active' | 'scheduled' | 'published' | 'archived'

/** The expected behaviour of one release of one document; times are small numbers. */
class Model {
  state: State = 'none'
  at = 0
  version: number | null = null
  kept: number | null = null
  published: number | null = null
  publications = 0

  /** Returns whether the step is allowed. */
  step(name: string, n: number): boolean {
    const {state} = this
    if (name === 'create') return this.#to('active', state === 'none')
    if (name === 'write') return this.#when(state === 'none' || state === 'active', () => (this.version = n))
    if (name === 'unschedule') return this.#to('active', state === 'scheduled')
    if (name === 'delete') return this.#to('none', state === 'archived' || state === 'published')
    if (name === 'archive')
      return this.#when(
        this.#to('archived', state === 'active'),
        () => ([this.kept, this.version] = [this.version, null]),
      )
    if (name === 'unarchive')
      return this.#when(this.#to('active', state === 'archived'), () => (this.version = this.kept))
    const isOpen = state === 'active' || state === 'scheduled'
    if (name === 'schedule') return this.#when(this.#to('scheduled', isOpen), () => (this.at = n))
    if (name === 'publish') return this.#when(this.#to('published', isOpen), () => this.#publish())
    if (name === 'clock' && state === 'scheduled' && this.at <= n) this.step('publish', n)
    return true
  }

  #publish(): void {
    if (this.version === null) return
    this.publications += 1
    this.published = this.version
    this.version = null
  }

  #to(state: State, isAllowed: boolean): boolean {
    if (isAllowed) this.state = state
    return isAllowed
  }

  #when(isAllowed: boolean, run: () => void): boolean {
    if (isAllowed) run()
    return isAllowed
  }
}

/** Steps that lead on are drawn more often, and times are few, so that most sequences come to a publication. */
const step = fc.record({
  name: fc.oneof(
    {weight: 3, arbitrary: fc.constantFrom('create', 'write', 'schedule', 'clock')},
    {weight: 2, arbitrary: fc.constantFrom('unschedule', 'publish', 'archive', 'unarchive', 'delete')},
    {weight: 1, arbitrary: fc.constant('restart')},
  ),
  n: fc.integer({min: 0, max: 4}),
})
const steps = fc
  .array(step, {minLength: 10, maxLength: 60, size: 'max'})
  .map((list) => [{name: 'create', n: 0}, {name: 'write', n: 0}, ...list])

/** The lake with one release, as the model sees it. */
async function openRelease() {
  const dir = await newFolder()
  let publications = 0
  const open = () => {
    const opened = openLake({dir, port: 0, log: () => {}})
    opened.lake.onTransaction(({changes}) => {
      publications += changes.filter(({documentId}) => documentId === 'a').length
    })
    return opened
  }
  let opened = open()
  const close = () => {
    opened.endStreams()
    opened.close()
  }
  const step = (name: string, n: number): void => {
    const author = WRITE_TOKEN
    if (name === 'restart') {
      close()
      opened = open()
    } else if (name === 'clock') fireDueReleases(opened.lake, n * 1000)
    else if (name === 'write') {
      opened.lake.commit({author, mutations: [{createOrReplace: {_id: 'versions.r.a', _type: 'page', n}}]})
    } else {
      const publishAt = new Date(n * 1000).toISOString()
      opened.lake.act({author, actions: [{actionType: `sanity.action.release.${name}`, releaseId: 'r', publishAt}]})
    }
  }
  const seen = () => {
    const {documents} = opened.lake
    return {
      state: documents.get('_.releases.r')?.state ?? 'none',
      version: documents.get('versions.r.a')?.n ?? null,
      published: documents.get('a')?.n ?? null,
      publications,
    }
  }
  return {step, seen, close}
}

test('through any actions, restarts and jumps of the clock, a release does what its model does, and fires once', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const model = new Model()
      const release = await openRelease()
      try {
        for (const {name, n} of sequence) {
          const isAllowed = model.step(name, n)
          let refusal: unknown
          try {
            release.step(name, n)
          } catch (error) {
            refusal = error
          }
          if (isAllowed) expect(refusal).toBeUndefined()
          else expect(refusal).toBeInstanceOf(LakeError)
          const {state, version, published, publications} = model
          expect(release.seen()).toEqual({state, version, published, publications})
        }
      } finally {
        release.close()
      }
    }),
    {numRuns: 60 * Number(process.env.FUZZ_FACTOR || 1)},
  )
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
