import {UsersIcon} from '@sanity/icons/Users'
import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {useCallback, useEffect, useMemo, useRef, useState} from 'react'
import {definePlugin, type Tool, useClient} from 'sanity'
import {apiVersion, type ContentSource} from '../../sanity/env.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {Loading, Problem, ToolFrame} from '../layout/ToolFrame.tsx'
import {LinkDialog} from './LinkDialog.tsx'
import {PersonCard, type PersonTask} from './PersonCard.tsx'
import {Field, FormDialog, forgetRemoved, forgetUnsaved, PersonDialog} from './PersonDialog.tsx'
import {
  errorMessage,
  type PasswordLink,
  type People,
  type PeopleApi,
  type Person,
  peopleApi,
  problemOf,
} from './peopleApi.ts'

/** The Studio's tool *People*, for administrators. On hosted Sanity it leads to where people are managed there. */
export const peopleTool = definePlugin((source: ContentSource) => ({
  name: 'people',
  tools: [
    {
      name: 'people',
      title: label('人员', 'People'),
      icon: UsersIcon,
      component: source.embedded ? PeopleTool : HostedPeople,
      options: source,
    },
  ],
}))

const frame = {
  title: label('人员', 'People'),
  description: label(
    '谁能登录 Studio，能做什么。修改立即生效。',
    'Who may sign in to the Studio, and what they may do. Changes take effect at once.',
  ),
}

function HostedPeople({tool}: {tool: Tool<ContentSource>}) {
  const project = tool.options?.projectId ?? ''
  return (
    <ToolFrame {...frame}>
      <Card border padding={4} radius={2}>
        <Stack gap={4}>
          <Text size={1}>
            {label(
              '内容存放在 Sanity，人员和角色也在那里管理。',
              'The content is kept at Sanity, and so are people and their roles.',
            )}
          </Text>
          <Flex>
            <Button
              as="a"
              href={`https://www.sanity.io/manage/project/${encodeURIComponent(project)}/members`}
              target="_blank"
              rel="noreferrer"
              text={label('打开 sanity.io/manage', 'Open sanity.io/manage')}
            />
          </Flex>
        </Stack>
      </Card>
    </ToolFrame>
  )
}

/** The dialog that is open above the list. */
type Open =
  | {kind: 'add'}
  | {kind: PersonTask; person: Person}
  | {kind: 'link'; name: string; link: PasswordLink}
  | undefined

export function PeopleTool() {
  const client = useClient({apiVersion})
  const api = useMemo(() => peopleApi(client), [client])
  const {people, error, reload} = usePeople(api)
  const [open, setOpen] = useState<Open>()
  const [problem, setProblem] = useState<unknown>()
  /** The request that waits for the administrator's password. */
  const [waiting, setWaiting] = useState<() => Promise<void>>()

  const show = (next: Open) => {
    setProblem(undefined)
    setOpen(next)
  }
  const attempt = async (change: () => Promise<void>) => {
    setProblem(undefined)
    try {
      await change()
      setWaiting(undefined)
      reload()
    } catch (failure) {
      if (problemOf(failure) === 'confirmationNeeded') setWaiting(() => change)
      else {
        setWaiting(undefined)
        setProblem(failure)
        if (problemOf(failure) === 404) reload()
      }
    }
  }
  const confirm = async (password: string) => {
    setProblem(undefined)
    try {
      await api.confirm(password)
    } catch (failure) {
      setProblem(failure)
      return
    }
    if (waiting) await attempt(waiting)
  }
  const shownProblem = problem === undefined ? undefined : errorMessage(problem)

  return (
    <ToolFrame
      {...frame}
      action={
        people && <Button tone="primary" text={label('添加人员', 'Add a person')} onClick={() => show({kind: 'add'})} />
      }
    >
      {error !== undefined && (
        <Problem onRetry={problemOf(error) === 403 ? undefined : reload}>{errorMessage(error)}</Problem>
      )}
      {people ? (
        <Stack gap={3} data-testid="people">
          {people.people.map((person) => (
            <PersonCard
              key={person.id}
              person={person}
              roles={people.roles}
              isYou={person.id === people.you}
              onTask={(kind) => show({kind, person})}
            />
          ))}
          <Text size={1} muted>
            {label('自己的密码和设备，在 ', 'Your own password and devices are at ')}
            <a href="/lake/account" style={{textDecoration: 'underline'}}>
              /lake/account
            </a>
            {label(' 修改。', '.')}
          </Text>
        </Stack>
      ) : (
        error === undefined && <Loading />
      )}
      {people && (open?.kind === 'add' || open?.kind === 'change') && (
        <PersonDialog
          person={open.kind === 'change' ? open.person : undefined}
          roles={people.roles}
          problem={waiting ? undefined : shownProblem}
          onClose={() => show(undefined)}
          onSave={(fields, before) =>
            attempt(async () => {
              if (open.kind === 'add') {
                const {link} = await api.add(fields)
                forgetUnsaved(undefined)
                show({kind: 'link', name: fields.name, link})
              } else {
                await api.change(before, fields)
                forgetUnsaved(open.person)
                show(undefined)
              }
            })
          }
        />
      )}
      {open && open.kind !== 'add' && open.kind !== 'change' && open.kind !== 'link' && (
        <AskDialog
          task={open.kind}
          person={open.person}
          problem={waiting ? undefined : shownProblem}
          onClose={() => show(undefined)}
          onConfirm={() =>
            attempt(async () => {
              const {kind, person} = open
              if (kind === 'renewLink') {
                show({kind: 'link', name: person.name, link: (await api.renewLink(person.id)).link})
                return
              }
              await (kind === 'remove' ? api.remove(person.id) : api.endSessions(person.id))
              if (kind === 'remove') forgetUnsaved(person)
              show(undefined)
            })
          }
        />
      )}
      {open?.kind === 'link' && <LinkDialog name={open.name} link={open.link} onClose={() => show(undefined)} />}
      {waiting && <PasswordDialog problem={shownProblem} onClose={() => setWaiting(undefined)} onConfirm={confirm} />}
    </ToolFrame>
  )
}

function usePeople(api: PeopleApi) {
  const [shown, setShown] = useState<{people?: People; error?: unknown}>({})
  /** The number of the last request: an earlier one may be answered after it, and says what was before. */
  const last = useRef(0)
  const reload = useCallback(() => {
    last.current += 1
    const own = last.current
    api.load().then(
      (people) => {
        if (own !== last.current) return
        forgetRemoved(people.people)
        setShown({people})
      },
      (error: unknown) => own === last.current && setShown(({people}) => ({...(people && {people}), error})),
    )
  }, [api])
  useEffect(reload, [reload])
  return {...shown, reload}
}

interface AskDialogProps {
  task: Exclude<PersonTask, 'change'>
  person: Person
  problem: string | undefined
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks for confirmation, and names what a change takes away. */
function AskDialog({task, person: {name, hasPassword}, problem, onConfirm, onClose}: AskDialogProps) {
  const texts = {
    renewLink: {
      header: hasPassword
        ? label(`重设 ${name} 的密码？`, `Reset ${name}’s password?`)
        : label(`给 ${name} 新的链接？`, `A new link for ${name}?`),
      submit: label('生成链接', 'Make a link'),
      text: label(
        `现在的密码和链接立即作废，${name} 在所有设备上退出。您会得到一个新链接，交给 ${name} 设置新密码。`,
        `The current password and link stop working at once, and ${name} is signed out everywhere. You get a link for ${name} to set a new one.`,
      ),
    },
    endSessions: {
      header: label(`让 ${name} 退出所有设备？`, `Sign ${name} out everywhere?`),
      submit: label('退出所有设备', 'Sign out'),
      text: label('密码不变，可以重新登录。', 'Their password stays the same, and they can sign in again.'),
    },
    remove: {
      header: label(`移除 ${name}？`, `Remove ${name}?`),
      submit: label('移除', 'Remove'),
      text: label(
        `${name} 立即退出，不能再登录，发出去的预览链接也失效。做过的修改和历史里的名字都保留，用户名不再给别人。`,
        `${name} is signed out at once and cannot sign in again, and the preview links that they made stop working. What they changed stays, with their name in the history; nobody else can have their user name.`,
      ),
    },
  }[task]
  return (
    <FormDialog
      header={texts.header}
      submit={texts.submit}
      tone={task === 'remove' ? 'critical' : 'primary'}
      problem={problem}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <Text size={1}>{texts.text}</Text>
    </FormDialog>
  )
}

interface PasswordDialogProps {
  problem: string | undefined
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
}

function PasswordDialog({problem, onConfirm, onClose}: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      header={label('请输入您的密码', 'Enter your password')}
      submit={label('继续', 'Continue')}
      problem={problem}
      canSubmit={password !== ''}
      onSubmit={() => onConfirm(password)}
      onClose={onClose}
    >
      <Field
        title={label('您自己的密码', 'Your own password')}
        hint={label(
          '修改人员之前要确认是您本人，十分钟内只问一次。',
          'Asked before you change people, at most once in ten minutes.',
        )}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
