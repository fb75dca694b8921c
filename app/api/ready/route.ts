import {canStore, deliveryBacklog} from '@/enquiries/enquiries'
import type {Backlog} from '@/enquiries/outbox/outbox'
import {cached, withinTime} from '@/lib/promises'
import {contentAnswers} from '@/sanity/client'
import {instanceState} from '@/server/instanceState'

export const dynamic = 'force-dynamic'

/** After so many milliseconds a dependency counts as away. */
const limit = 1000

/** The dependencies are asked at most every three seconds. */
const dependencies = cached(3000, askDependencies)

/**
 * Answers whether this instance may get visitors: 503 until it has tried once to compare its pages with what is
 * published. It stays ready while a dependency is away, as pages come from the cache; the answer names the dependency.
 */
export async function GET() {
  const {build, hasCompared, lastPublish, isRedisConnected} = instanceState()
  const body = {
    status: hasCompared ? 'ready' : 'starting',
    build,
    ...(await dependencies()),
    redis: isRedisConnected && (isRedisConnected() ? 'reachable' : 'unreachable'),
    lastPublish,
  }
  const headers = {'Cache-Control': 'no-store', 'X-Instance': process.env.INSTANCE_ID ?? ''}
  return Response.json(body, {status: hasCompared ? 200 : 503, headers})
}

interface Dependencies {
  content: 'reachable' | 'unreachable'
  /** `unwritable`: it answers, and enquiries cannot be stored, as on a full disk. */
  database: 'reachable' | 'unwritable' | 'unreachable'
  /** Of enquiries; unknown while the database is away. */
  deliveries?: Backlog
}

async function askDependencies(): Promise<Dependencies> {
  const [content, deliveries, isWritable] = await Promise.all([
    contentAnswers(),
    withinTime(deliveryBacklog(Date.now()), limit),
    withinTime(canStore(), limit),
  ])
  return {
    content: content ? 'reachable' : 'unreachable',
    database: deliveries ? (isWritable ? 'reachable' : 'unwritable') : 'unreachable',
    ...(deliveries && {deliveries}),
  }
}
