import {loadParts} from '@/sanity/content'
import {entityTag} from '@/server/http/entityTag'

export const dynamic = 'force-static'
export const revalidate = 3600

/** Every published part of the demo, by its path: the proxy lets nothing else of their form through. */
export async function GET() {
  const body = JSON.stringify({paths: await loadParts()})
  return new Response(body, {headers: {'Content-Type': 'application/json', ETag: entityTag(body)}})
}
