import {isHttpError} from '@sanity/client'
import {messageOf} from '../../lib/messageOf.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'

/** Messages of browsers and the client for a request without an answer. */
const unanswered = /fetch|network|request error|timed? ?out|connection/i

/** Returns in the editor's language why a request to the content lake failed; the lake's own refusals in its words. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error)
  const status = isHttpError(error) ? error.statusCode : undefined
  if (status === 401)
    return label('您已退出登录。请先在另一个页面登录。', 'You are signed out. Sign in on another page first.')
  if (status !== undefined && status >= 500)
    return label('内容库出了错，请稍后再试。', 'The content lake has failed. Try again later.')
  if (status === undefined && unanswered.test(message))
    return label('连不上内容库，请检查网络。', 'The content cannot be reached. Check your connection.')
  return message
}

/** The toast that says what failed, and why. */
export const failureToast = (title: string, error: unknown) =>
  ({status: 'error', title, description: reasonOf(error)}) as const
