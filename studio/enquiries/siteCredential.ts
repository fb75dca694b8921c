import {ClientError, type SanityClient} from '@sanity/client'
import {EnquiryApiError} from './EnquiryApiError.ts'

interface Ticket {
  ticket: string
  expires: number
}

/** A ticket that is nearly over is not used any more. */
const margin = 30_000

/**
 * What proves to the site who works here. The embedded lake keeps the session's cookie to itself and gives out tickets;
 * on hosted Sanity the Studio holds a token.
 */
export function siteCredential(client: SanityClient, embedded: boolean) {
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
    /** It was refused: the next one is asked for anew. */
    drop() {
      ticket = undefined
    },
  }
}
