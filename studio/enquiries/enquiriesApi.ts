import type {SanityClient} from '@sanity/client'
import type {Enquiry, EnquiryChange, EnquiryFilter, EnquiryPage} from '../../enquiries/enquiry.ts'
import {absoluteFile} from '../../lib/urls.ts'
import type {ContentSource} from '../../sanity/env.ts'
import {EnquiryApiError} from './EnquiryApiError.ts'
import {siteCredential} from './siteCredential.ts'

/** What the site's server lets those do who may read enquiries. */
export function enquiriesApi(client: SanityClient, source: Pick<ContentSource, 'siteUrl' | 'embedded'>) {
  const credential = siteCredential(client, source.embedded)

  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const send = async () =>
      fetch(absoluteFile(source.siteUrl, `/api/enquiries/${path}`), {
        method,
        credentials: 'omit',
        headers: {Authorization: `Bearer ${await credential.get()}`, 'Content-Type': 'application/json'},
        ...(body && {body: JSON.stringify(body)}),
      }).catch(() => {
        throw new EnquiryApiError(0)
      })
    const first = await send()
    if (first.status === 401) credential.drop()
    const response = first.status === 401 ? await send() : first
    if (!response.ok) throw new EnquiryApiError(response.status)
    return response
  }

  return {
    search: async (filter: EnquiryFilter): Promise<EnquiryPage> => (await ask('POST', 'search', filter)).json(),
    exportCsv: async (filter: EnquiryFilter): Promise<Blob> => (await ask('POST', 'export', filter)).blob(),
    change: async (id: string, change: EnquiryChange): Promise<Enquiry> => (await ask('PATCH', id, change)).json(),
    forget: async (id: string): Promise<void> => void (await ask('DELETE', id)),
  }
}

export type EnquiriesApi = ReturnType<typeof enquiriesApi>
