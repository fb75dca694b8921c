import type {ServerResponse} from 'node:http'
import onHeaders from 'on-headers'

/**
 * Tells nginx to keep a page until the end of this second, by the header that it takes from those behind it and hands to
 * nobody (`X-Accel-Expires: @<Unix time>`, ngx_http_proxy_module). A time in seconds of its own would be one to two
 * seconds long, as nginx counts whole ones, and a publish would be late by as much. Errors are for no cache, whatever page
 * shows them.
 */
export function expireInProxy(response: ServerResponse, now: () => number = Date.now): void {
  onHeaders(response, () => {
    if (!String(response.getHeader('cache-control')).includes('s-maxage')) return
    if (response.statusCode >= 400) {
      response.setHeader('Cache-Control', 'no-store')
      return
    }
    response.setHeader('X-Accel-Expires', `@${Math.floor(now() / 1000)}`)
  })
}
