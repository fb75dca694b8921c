import type {IncomingMessage} from 'node:http'

const draftCookie = /(?:^|;\s*)__prerender_bypass=/

/** Whether a request asks for a draft; Next checks whether it may. */
export function isDraftRequest({headers}: Pick<IncomingMessage, 'headers'>): boolean {
  return draftCookie.test(headers.cookie ?? '')
}
