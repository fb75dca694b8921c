import {contentAnswers} from '@/sanity/content'

export const dynamic = 'force-dynamic'

/** The site is well as long as it answers: pages come from the cache while the content API is away. */
export async function GET() {
  const content = (await contentAnswers()) ? 'reachable' : 'unreachable'
  return Response.json({status: 'ok', content}, {headers: {'Cache-Control': 'no-store'}})
}
