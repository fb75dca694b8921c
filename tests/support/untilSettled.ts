import {type APIRequestContext, expect} from '@playwright/test'
import {mapConcurrently} from '../../server/concurrency.ts'
import {pages} from './siteUrls.ts'

/** Waits until no page is being revalidated: an earlier test may have restored content just now. */
export async function untilSettled(request: APIRequestContext): Promise<void> {
  const unsettled = async () => {
    const answers = await mapConcurrently(pages, async ({path, locale}) => {
      const response = await request.get(path, {headers: {'accept-language': locale}})
      return {path, cache: response.headers()['x-nextjs-cache']}
    })
    return answers.filter(({cache}) => cache !== 'HIT').map(({path}) => path)
  }
  await expect.poll(unsettled).toEqual([])
}
