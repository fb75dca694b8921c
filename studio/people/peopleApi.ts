import {ClientError, type SanityClient} from '@sanity/client'
import {messageOf} from '../../lib/messageOf.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {reasonOf} from '../lake/reasonOf.ts'
import {withdrawPreviewLinksOf} from '../previewLinks/previewLinksApi.ts'

export interface Person {
  /** The name to sign in with; it never changes. */
  id: string
  name: string
  email: string | null
  roles: string[]
  hasPassword: boolean
  /** When the link for setting a password expires, if there is one. */
  linkExpires: number | null
  sessions: number
  lastUsed: number | null
}

interface Role {
  name: string
  title: string
  description: string
}

export interface People {
  you: string
  people: Person[]
  roles: Role[]
}

/** A link that sets a password, once. */
export interface PasswordLink {
  url: string
  expires: number
}

export type PersonFields = Pick<Person, 'id' | 'name' | 'email' | 'roles'>

/** Client of the lake's API for people. */
export function peopleApi(client: SanityClient) {
  const person = (id: string) => `/lake/people/${encodeURIComponent(id)}`
  return {
    load: () => client.request<People>({url: '/lake/people'}),
    confirm: (password: string) =>
      client.request<unknown>({method: 'POST', url: '/lake/people-confirmation', body: {password}}),
    add: ({email, ...fields}: PersonFields) =>
      client.request<{link: PasswordLink}>({
        method: 'POST',
        url: '/lake/people',
        body: {...fields, ...(email && {email})},
      }),
    /** Sends what differs from `before` alone: another administrator may have changed the rest meanwhile. */
    change: (before: PersonFields, {id, name, email, roles}: PersonFields) =>
      client.request<unknown>({
        method: 'PATCH',
        url: person(id),
        body: {
          ...(name !== before.name && {name}),
          ...((email || null) !== before.email && {email: email || null}),
          ...(!areSame(roles, before.roles) && {roles}),
        },
      }),
    renewLink: (id: string) => client.request<{link: PasswordLink}>({method: 'POST', url: `${person(id)}/link`}),
    endSessions: (id: string) => client.request<unknown>({method: 'DELETE', url: `${person(id)}/sessions`}),
    /** Removes a person, then the preview links that they made. Called again, it withdraws links that have remained. */
    remove: async (id: string) => {
      // First, as the lake may refuse: somebody who stays keeps their links.
      await client.request<unknown>({method: 'DELETE', url: person(id)}).catch((error: unknown) => {
        if (problemOf(error) !== 404) throw error
      })
      await withdrawPreviewLinksOf(client, id).catch((cause: unknown) => {
        throw new LinksRemainError('The preview links could not be withdrawn', {cause})
      })
    },
  }
}

const areSame = (one: readonly string[], other: readonly string[]) => one.toSorted().join() === other.toSorted().join()

/** The person is removed, but not their preview links. */
class LinksRemainError extends Error {}

export type PeopleApi = ReturnType<typeof peopleApi>

type Problem = 'confirmationNeeded' | 'wrongPassword' | 'tooManyAttempts' | number

/** Returns why the lake refused a request; undefined for other errors. */
export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof ClientError)) return undefined
  const text = JSON.stringify(error.response.body)
  const named = (['confirmationNeeded', 'wrongPassword', 'tooManyAttempts'] as const).find((name) =>
    text.includes(name),
  )
  return named ?? error.statusCode
}

/** The message for an error, with a remedy. */
export function errorMessage(error: unknown): string {
  const problem = problemOf(error)
  const reason = messageOf(error)
  if (error instanceof LinksRemainError)
    return label(
      '人已移除，但发出去的预览链接还有效。请再按一次“移除”。',
      'The person is removed, but their preview links still work. Press “Remove” again.',
    )
  if (problem === 'wrongPassword') return label('密码不对，请重试。', 'That is not your password. Try again.')
  if (problem === 'tooManyAttempts')
    return label('尝试次数过多，请稍后再试。', 'Too many attempts. Try again in a while.')
  if (problem === 403)
    return label(
      '只有管理员能管理人员，而且要先建好账户。请管理员帮忙；还没有账户时，请负责这台服务器的同事先建好第一位管理员（做法见 docs/roles.md）。',
      'Only administrators manage people, and only once there are accounts. Ask an administrator; if there are no accounts yet, ask whoever runs the server to add the first administrator (docs/roles.md says how).',
    )
  if (problem === 404)
    return label(
      '这个人刚被别的管理员移除了，这里什么都没有改。',
      'Another administrator has just removed this person. Nothing was changed.',
    )
  if (problem === 409 && reason.includes('Nobody would be left'))
    return label(
      '至少要留一位有密码的管理员。请先让另一个人成为管理员，并设好密码。',
      'There must be at least one administrator with a password. Make somebody else an administrator first, and let them set a password.',
    )
  if (problem === 409 && reason.includes('has been removed'))
    return label(
      '这个用户名属于一位已移除的人，历史里还有他的名字。请换一个。',
      'This user name belonged to somebody who was removed, and the history still shows them. Choose another.',
    )
  if (problem === 400 && reason.includes('there twice'))
    return label('用户名或邮箱已经有人用了。', 'Somebody else already has this user name or email address.')
  if (problem === 400) return `${label('没有保存，请检查：', 'Not saved, please check: ')}${reason}`
  return `${label('没有成功，请再试一次：', 'That did not work, try again: ')}${reasonOf(error)}`
}
