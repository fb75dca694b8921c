import {deliveryBacklog} from '@/enquiries/enquiries'
import type {Backlog} from '@/enquiries/outbox/outbox'
import {contentAnswers} from '@/sanity/client'
import {instanceState} from '@/server/instanceState'

export const dynamic = 'force-dynamic'

/** How long the dependencies' answers are cached, in milliseconds: they are asked no more often. */
const cacheLife = 3000
/** After so many milliseconds a dependency counts as away. */
const limit = 1000

let checked: {at: number; answers: Promise<Dependencies>} | undefined

/**
 * Whether this instance may be sent visitors: 503 only until it has tried to compare its pages with what is published. It
 * stays ready while a dependency is away, as pages come from the cache, and says which one.
 */
export async function GET() {
  if (!checked || performance.now() - checked.at > cacheLife) checked = {at: performance.now(), answers: ask()}
  const {build, hasCompared, lastPublish, isRedisConnected} = instanceState()
  const body = {
    status: hasCompared ? 'ready' : 'starting',
    build,
    ...(await checked.answers),
    redis: isRedisConnected && (isRedisConnected() ? 'reachable' : 'unreachable'),
    lastPublish,
  }
  const headers = {'Cache-Control': 'no-store', 'X-Instance': process.env.INSTANCE_ID ?? ''}
  return Response.json(body, {status: hasCompared ? 200 : 503, headers})
}

interface Dependencies {
  content: 'reachable' | 'unreachable'
  database: 'reachable' | 'unreachable'
  /** Of enquiries; unknown while the database is away. */
  deliveries?: Backlog
}

async function ask(): Promise<Dependencies> {
  const [content, deliveries] = await Promise.all([contentAnswers(), withinLimit(deliveryBacklog(Date.now()))])
  return {
    content: content ? 'reachable' : 'unreachable',
    database: deliveries ? 'reachable' : 'unreachable',
    ...(deliveries && {deliveries}),
  }
}

/** Resolves with undefined if the promise fails or takes too long. */
function withinLimit<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, limit, undefined).unref())
  return Promise.race([promise.catch(() => undefined), late])
}
