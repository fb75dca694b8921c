import {loadParts} from '@/sanity/content'
import {entityTag} from '@/server/http/entityTag'

export const dynamic = 'force-static'
export const revalidate = 3600

/** The paths of all published demo parts: an allow-list for the proxy. */
export async function GET() {
  const body = JSON.stringify({paths: await loadParts()})
  return new Response(body, {headers: {'Content-Type': 'application/json', ETag: entityTag(body)}})
}
