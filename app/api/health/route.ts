import {cached} from '@/lib/promises'
import {contentAnswers} from '@/sanity/client'

export const dynamic = 'force-dynamic'

/** The content API is asked at most every three seconds. */
const isContentThere = cached(3000, contentAnswers)

/** The site is healthy as long as it answers: it serves pages from the cache while the content API is away. */
export async function GET() {
  const content = (await isContentThere()) ? 'reachable' : 'unreachable'
  const headers = {'Cache-Control': 'no-store', 'X-Instance': process.env.INSTANCE_ID ?? ''}
  return Response.json({status: 'ok', content}, {headers})
}
