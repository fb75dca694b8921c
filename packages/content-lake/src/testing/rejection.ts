import {ClientError} from '@sanity/client'

interface Refused {
  status: number
  description: string
  item: Record<string, unknown>
  index: number | undefined
}

/** The hosted API's error that a client's promise fails with. Fails the test when it does not fail. */
export async function rejection(promise: PromiseLike<unknown>): Promise<Refused> {
  try {
    await promise
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    const {description = error.message, items} = error.details ?? {}
    return {status: error.statusCode, description, item: {...items?.[0]?.error}, index: items?.[0]?.index}
  }
  throw new Error('The request succeeded')
}
