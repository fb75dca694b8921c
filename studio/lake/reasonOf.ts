import {ClientError, isHttpError} from '@sanity/client'
import {isObject, parseJson} from '../../lib/json.ts'
import {messageOf} from '../../lib/messageOf.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'

/** Messages of browsers and the client for a request without an answer. */
const unanswered = /fetch|network|request error|connection/i

/** Messages of browsers, the client and the Studio's own limits for an answer that has not come in time. */
const late = /timed? ?out|in time$/i

/** Returns in the editor's language why a request to the content lake failed; the lake's own refusals in its words. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error)
  const status = isHttpError(error) ? error.statusCode : undefined
  if (status === 401)
    return label('您已退出登录。请先在另一个页面登录。', 'You are signed out. Sign in on another page first.')
  if (isOtherPerson(error))
    return label(
      '这个浏览器里现在登录的是别人，所以没有保存。',
      'Somebody else is signed in in this browser now, so it was not saved.',
    )
  if (status !== undefined && status >= 500)
    return label('内容库出了错，请稍后再试。', 'The server that keeps the content had an error. Try again later.')
  const refusal = refusalOf(error)
  if (refusal === 'documentReferenceDoesNotExistError')
    return label('它引用的一份文档已经不在。', 'A document that it refers to is no longer there.')
  if (refusal === 'documentHasExistingReferencesError')
    return label(
      '还有文档引用它，所以不能撤下或删除。',
      'Other documents still refer to it, so it can be neither taken down nor deleted.',
    )
  if (status === undefined && late.test(message))
    return label(
      '等了太久还没有回答：网络或内容库可能很慢。请稍后再试。',
      'The answer took too long: the connection or the server may be slow. Try again in a while.',
    )
  if (status === undefined && unanswered.test(message))
    return label('连不上内容库，请检查网络。', 'The content cannot be reached. Check your connection.')
  return message
}

/**
 * Shortens refusals to one sentence in the editor's language, for Sanity's own notices, too: the client repeats what a single action was
 * refused for, and the lake's rule for releases says it in both languages, with an empty line between them.
 */
export function withPlainRefusals(base: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await base(input, init)
    if (response.status < 400 || response.status > 499) return response
    const {status, headers} = response
    return new Response(plainRefusal(await response.text()), {status, headers})
  }
}

function plainRefusal(text: string): string {
  const {error, ...rest}: {error?: unknown} = parseJson(text) ?? {}
  if (!isObject(error) || typeof error.description !== 'string' || !Array.isArray(error.items)) return text
  const {description} = error
  const isRepeated = (item: unknown) => isObject(item) && isObject(item.error) && item.error.description === description
  const items = error.items.map((item) =>
    isRepeated(item) ? {...item, error: {...item.error, description: ''}} : item,
  )
  const [chinese, english = chinese] = description.split('\n\n')
  return JSON.stringify({...rest, error: {...error, items, description: label(chinese ?? '', english ?? '')}})
}

/** The kind of the content API's refusal of a mutation or an action. */
function refusalOf(error: unknown): unknown {
  const details: unknown = error instanceof ClientError ? error.details : undefined
  const [item]: unknown[] = isObject(details) && Array.isArray(details.items) ? details.items : []
  return isObject(item) && isObject(item.error) ? item.error.type : undefined
}

/** The lake's refusal of what is sent in the name of somebody who is no longer signed in. */
const isOtherPerson = (error: unknown) =>
  error instanceof ClientError && isObject(error.details) && error.details.type === 'otherPersonError'

/** Returns whether somebody has changed a document since the revision that a request named. */
export const isConflict = (error: unknown) => isObject(error) && error.statusCode === 409 && !isOtherPerson(error)

/**
 * The toast that says what failed, and why, to who looked away, too: it stays until it is closed, or the next toast of the same id,
 * as of the same action that then succeeds, takes its place.
 */
export const failureToast = (id: string, title: string, error: unknown) =>
  ({...lastingToast(id), status: 'error', title, description: reasonOf(error)}) as const

/** A toast that stays until it is closed, or the next one of its id takes its place. */
export const lastingToast = (id: string) => ({id, closable: true, duration: Number.POSITIVE_INFINITY})

/** Takes a toast away: Sanity's own code for that is this duration, in milliseconds. */
export const noToast = (id: string) => ({id, duration: 0.01})
