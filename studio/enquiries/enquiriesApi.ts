import {ClientError, type SanityClient} from '@sanity/client'
import type {Enquiry, EnquiryChange, EnquiryFilter, EnquiryPage} from '../../enquiries/enquiry.ts'
import {absoluteFile} from '../../lib/urls.ts'
import type {ContentSource} from '../../sanity/env.ts'
import {readWithin} from '../saving/resumeStream.ts'

/** Of silence; a large export is made before its first byte. */
const answerLimitMs = 60_000

/**
 * An error answer of the site's server; `status` is 0 if it could not be reached, and `noTicket` if the lake does not
 * issue tickets to this Studio.
 */
export class EnquiryApiError extends Error {
  readonly status: number | 'noTicket'

  constructor(status: number | 'noTicket') {
    super(`Enquiries: ${status}`)
    this.status = status
  }
}

/** Client of the site's API for enquiries. */
export function enquiriesApi(client: SanityClient, source: Pick<ContentSource, 'siteUrl' | 'embedded'>) {
  const credential = siteCredential(client, source.embedded)

  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const url = new URL(absoluteFile(source.siteUrl, `/api/enquiries/${path}`))
    const send = async () => {
      const request: RequestInit = {
        method,
        credentials: 'omit',
        headers: {Authorization: `Bearer ${await credential.get()}`, 'Content-Type': 'application/json'},
        ...(body && {body: JSON.stringify(body)}),
      }
      return readWithin(answerLimitMs, fetch, url, request).catch(() => {
        throw new EnquiryApiError(0)
      })
    }
    const first = await send()
    if (first.status === 401) credential.drop()
    const response = first.status === 401 ? await send() : first
    if (!response.ok && response.status !== 409) throw new EnquiryApiError(response.status)
    return response
  }

  return {
    /** Returns whether this editor's role may read enquiries. */
    mayRead: async (): Promise<boolean> => (await (await ask('POST', 'access')).json()).mayRead === true,
    search: async (filter: EnquiryFilter): Promise<EnquiryPage> => (await ask('POST', 'search', filter)).json(),
    exportCsv: async (filter: EnquiryFilter): Promise<Blob> => (await ask('POST', 'export', filter)).blob(),
    /** Returns the enquiry as it is now: with a colleague's note, if they have changed the one that was to be replaced. */
    change: async (id: string, change: EnquiryChange): Promise<Enquiry> => (await ask('PATCH', id, change)).json(),
    forget: async (id: string): Promise<void> => void (await ask('DELETE', id)),
  }
}

export type EnquiriesApi = ReturnType<typeof enquiriesApi>

interface Ticket {
  ticket: string
  expires: number
}

/** Milliseconds before its expiry when a ticket is replaced. */
const margin = 30_000

/**
 * The credential that identifies the editor to the site. The embedded lake's session cookie is not sent to the site, so
 * the lake issues tickets; on hosted Sanity the Studio holds a token.
 */
function siteCredential(client: SanityClient, embedded: boolean) {
  let ticket: Ticket | undefined
  return {
    async get(): Promise<string> {
      if (!embedded) {
        const {token} = client.config()
        if (!token) throw new EnquiryApiError(401)
        return token
      }
      if (!ticket || ticket.expires - margin <= Date.now()) {
        ticket = await client.request<Ticket>({method: 'POST', url: '/auth/tickets', body: {}}).catch((error) => {
          throw error instanceof ClientError && error.statusCode === 403 ? new EnquiryApiError('noTicket') : error
        })
      }
      return ticket.ticket
    },
    /** Discards a refused ticket. */
    drop() {
      ticket = undefined
    },
  }
}
