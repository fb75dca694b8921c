import {isContentAway} from '@/sanity/ContentError'
import {source} from '@/sanity/client'

/** The answer where a preview cannot be opened as the content API is away. Rethrows all other errors. */
export function contentAway(error: unknown): Response {
  if (!isContentAway(error)) throw error
  // Without the API's own words, which may quote the token that it refuses.
  console.warn(
    `A preview could not be opened: the content API at ${source.apiHost} does not answer, or refuses. "npm run doctor" says why.`,
  )
  return new Response(
    '内容服务暂时没有应答，请稍后再打开预览。\nThe content API does not answer. Open the preview again in a moment.\n',
    {
      status: 503,
      headers: {'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Retry-After': '5'},
    },
  )
}
