import type {ServerResponse} from 'node:http'

/** True once an answer is known to be an HTML document. */
export function isDocument(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/html')
}
