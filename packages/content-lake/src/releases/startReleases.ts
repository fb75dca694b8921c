import {isReleaseId} from '../documentIds.ts'
import type {Lake} from '../Lake.ts'
import type {LakeDocument} from '../types.ts'

/** The clock may jump, so it is read at least this often while something is scheduled. */
const LONGEST_WAIT_MS = 10_000
/** The delay from which on a release counts as late in the log. */
const LATE_MS = 60_000

type Releases = Pick<Lake, 'documents' | 'fireRelease' | 'log'>

/** Publishes each scheduled release at its time. Settles once what is overdue is published, with a cleanup function. */
export async function startReleases(lake: Releases & Pick<Lake, 'onTransaction'>): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  let isFiring = false
  let isStopped = false
  let isChanged = false
  const wait = (dueIn: number): void => {
    clearTimeout(timer)
    const next = scheduled(lake)
      .map(timeOf)
      .reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
    if (isStopped || next === Number.POSITIVE_INFINITY) return
    const left = next - Date.now()
    timer = setTimeout(check, Math.min(left > 0 ? left : dueIn, LONGEST_WAIT_MS))
    timer.unref()
  }
  const check = async (): Promise<void> => {
    isFiring = true
    isChanged = false
    await fireDueReleases(lake, Date.now())
    isFiring = false
    wait(isChanged ? 0 : LONGEST_WAIT_MS)
  }
  const stopListening = lake.onTransaction(({changes}) => {
    if (!changes.some(({documentId}) => isReleaseId(documentId))) return
    isChanged = true
    if (!isFiring) wait(0)
  })
  await check()
  return () => {
    isStopped = true
    stopListening()
    clearTimeout(timer)
  }
}

/** Publishes what is due, earliest first, then by creation. What fails for a passing reason stays scheduled. */
export async function fireDueReleases(lake: Releases, now: number): Promise<void> {
  const due = scheduled(lake).filter((release) => timeOf(release) <= now)
  const order = (a: LakeDocument, b: LakeDocument) =>
    timeOf(a) - timeOf(b) || Date.parse(a._createdAt) - Date.parse(b._createdAt)
  for (const release of due.toSorted(order)) await fire(lake, release, now)
}

async function fire({fireRelease, log}: Releases, release: LakeDocument, now: number): Promise<void> {
  const lateMs = now - timeOf(release)
  const fields = {release: String(release.name), publishAt: String(release.publishAt)}
  try {
    const refusal = await fireRelease(release)
    if (refusal !== undefined) log.problem('A scheduled release was not published', {...fields, reason: refusal})
    else if (lateMs >= LATE_MS)
      log.problem('A scheduled release was published late', {...fields, lateSeconds: Math.round(lateMs / 1000)})
  } catch (error) {
    log.problem('A scheduled release could not be published and is tried again', {...fields, reason: String(error)})
  }
}

const scheduled = ({documents}: Releases): LakeDocument[] =>
  Array.from(documents.all()).filter(
    ({_id, _type, state}) => _type === 'system.release' && isReleaseId(_id) && state === 'scheduled',
  )

const timeOf = ({publishAt}: LakeDocument): number => Date.parse(String(publishAt))
