import {createClient, type MutationEvent, type SanityClient} from '@sanity/client'
import {multiplexFetch} from '../browser/index.ts'
import {clientOf} from './openTestLake.ts'
import {type Recording, recordEvents} from './recordEvents.ts'

export type TabEvent = Partial<Omit<MutationEvent, 'type'>> & {type: string}

/** A browser tab with a Studio: a session instead of a token, and all event streams over one socket of its own. */
export function openTab(lake: {url: string}): SanityClient {
  const lakeFetch = multiplexFetch(lake.url)
  const {token, ...config} = clientOf(lake).config()
  return createClient({...config, withCredentials: true, resolveFetch: () => lakeFetch})
}

interface ListenOptions {
  params?: Record<string, unknown>
  includeResult?: boolean
}

/** A listener as the Studio opens them: all versions, and resumed where it was cut off. */
export function listenIn(tab: SanityClient, query: string, options: ListenOptions = {}): Recording<TabEvent> {
  const {params = {}, includeResult = false} = options
  return recordEvents<TabEvent>(
    tab.listen(query, params, {
      events: ['welcome', 'welcomeback', 'reset', 'reconnect', 'mutation'],
      includeAllVersions: true,
      effectFormat: 'mendoza',
      enableResume: true,
      includeResult,
    }),
  )
}

export const mutationsOf = ({events}: Recording<TabEvent>): TabEvent[] => events.filter(({type}) => type === 'mutation')
