import {contentAnswers} from '@/sanity/content'

export const dynamic = 'force-dynamic'

/** For how long an answer holds, in milliseconds: whoever asks, the content API is not asked more often. */
const valid = 3000
let checked: {at: number; answers: Promise<boolean>} | undefined

/** The site is well as long as it answers: pages come from the cache while the content API is away. */
export async function GET() {
  if (!checked || performance.now() - checked.at > valid) checked = {at: performance.now(), answers: contentAnswers()}
  const content = (await checked.answers) ? 'reachable' : 'unreachable'
  const headers = {'Cache-Control': 'no-store', 'X-Instance': process.env.INSTANCE_ID ?? ''}
  return Response.json({status: 'ok', content}, {headers})
}
