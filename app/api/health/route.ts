import {contentAnswers} from '@/sanity/client'

export const dynamic = 'force-dynamic'

/** How long an answer is cached, in milliseconds: the content API is asked no more often. */
const cacheLife = 3000
let checked: {at: number; answers: Promise<boolean>} | undefined

/** The site is healthy as long as it answers: it serves pages from the cache while the content API is away. */
export async function GET() {
  if (!checked || performance.now() - checked.at > cacheLife)
    checked = {at: performance.now(), answers: contentAnswers()}
  const content = (await checked.answers) ? 'reachable' : 'unreachable'
  const headers = {'Cache-Control': 'no-store', 'X-Instance': process.env.INSTANCE_ID ?? ''}
  return Response.json({status: 'ok', content}, {headers})
}
