import {Box, Button, Checkbox, Dialog, Flex, Stack, Text, TextInput} from '@sanity/ui'
import {type FormEvent, type ReactNode, useId} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {Problem} from '../layout/ToolFrame.tsx'
import {useBusy} from '../layout/useBusy.ts'
import {UnsavedTexts, useUnsavedTexts} from '../saving/UnsavedTexts.ts'
import type {People, Person, PersonFields} from './peopleApi.ts'
import {roleDescription, roleTitle} from './roleTitles.ts'

interface FormDialogProps {
  header: string
  submit: string
  tone?: 'primary' | 'critical'
  problem?: string | undefined
  canSubmit?: boolean
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form; Enter sends it. */
export function FormDialog({header, submit, tone = 'primary', problem, canSubmit = true, ...props}: FormDialogProps) {
  const id = useId()
  const {isBusy, run} = useBusy()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (canSubmit) void run(props.onSubmit)
  }
  return (
    <Dialog
      id={id}
      header={header}
      width={1}
      onClose={props.onClose}
      footer={
        <Flex gap={2} justify="flex-end" padding={3}>
          <Button mode="ghost" text={label('取消', 'Cancel')} onClick={props.onClose} />
          <Button type="submit" form={`${id}-form`} tone={tone} text={submit} disabled={!canSubmit} loading={isBusy} />
        </Flex>
      }
    >
      <Box as="form" id={`${id}-form`} padding={4} onSubmit={send}>
        <Stack gap={5}>
          {problem && <Problem>{problem}</Problem>}
          {props.children}
        </Stack>
      </Box>
    </Dialog>
  )
}

interface FieldProps {
  title: string
  hint?: string
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'password'
  autoComplete?: string
  readOnly?: boolean
}

export function Field({title, hint, value, onChange, type = 'text', autoComplete = 'off', readOnly}: FieldProps) {
  const id = useId()
  return (
    <Stack gap={3}>
      <Text as="label" htmlFor={id} size={1} weight="medium">
        {title}
      </Text>
      <TextInput
        id={id}
        type={type}
        value={value}
        readOnly={readOnly ?? false}
        autoComplete={autoComplete}
        spellCheck={false}
        onChange={({currentTarget}) => onChange(currentTarget.value)}
      />
      {hint && (
        <Text size={1} muted>
          {hint}
        </Text>
      )}
    </Stack>
  )
}

interface PersonDialogProps {
  /** Undefined for a new person. */
  person: Person | undefined
  roles: People['roles']
  problem: string | undefined
  /** `before`: what the person was like when their fields were changed. */
  onSave: (fields: PersonFields, before: PersonFields) => Promise<void>
  onClose: () => void
}

/** Fields that are changed and not saved yet, by the person's id; a new one's has none. */
const unsavedPeople = new UnsavedTexts<{before: PersonFields; fields: PersonFields}>()

/** Gives up what was changed of a person. */
export const forgetUnsaved = (person: Pick<Person, 'id'> | undefined) => unsavedPeople.drop(person?.id ?? '')

/** Gives up what was changed of people whom another administrator has removed: no dialog leads to it any more. */
export function forgetRemoved(people: readonly Person[]): void {
  const ids = new Set(['', ...people.map(({id}) => id)])
  for (const id of unsavedPeople.all.keys()) if (!ids.has(id)) unsavedPeople.drop(id)
}

/** Adds a person, or changes name, address and roles. */
export function PersonDialog({person, roles, problem, onSave, onClose}: PersonDialogProps) {
  const key = person?.id ?? ''
  const stored = person ?? {
    id: '',
    name: '',
    email: '',
    roles: ['marketer'].filter((name) => roles.some((one) => one.name === name)),
  }
  const {before, fields} = useUnsavedTexts(unsavedPeople).get(key) ?? {before: stored, fields: stored}
  const set = (change: Partial<PersonFields>) => unsavedPeople.keep(key, {before, fields: {...fields, ...change}})
  const toggle = (name: string) =>
    set({roles: fields.roles.includes(name) ? fields.roles.filter((one) => one !== name) : [...fields.roles, name]})
  return (
    <FormDialog
      header={person ? label(`修改 ${person.name}`, `Change ${person.name}`) : label('添加人员', 'Add a person')}
      submit={person ? label('保存', 'Save') : label('添加并生成链接', 'Add and make a link')}
      problem={problem}
      canSubmit={fields.id.trim() !== '' && fields.name.trim() !== '' && fields.roles.length > 0}
      onSubmit={() =>
        onSave({...fields, id: fields.id.trim(), name: fields.name.trim(), email: fields.email?.trim() ?? ''}, before)
      }
      onClose={() => {
        forgetUnsaved(person)
        onClose()
      }}
    >
      <Field title={label('姓名', 'Name')} value={fields.name} onChange={(name) => set({name})} />
      <Field
        title={label('用户名', 'User name')}
        hint={label(
          '字母、数字、连字符，例如 li-wei。以后不能改，因为历史里记着它。',
          'Letters, digits and hyphens, such as li-wei. It cannot be changed later, because the history refers to it.',
        )}
        value={fields.id}
        readOnly={person !== undefined}
        onChange={(id) => set({id})}
      />
      <Field
        title={label('邮箱（选填）', 'Email address (optional)')}
        hint={label('也可以用它登录。', 'Can also be used to sign in.')}
        type="email"
        value={fields.email ?? ''}
        onChange={(email) => set({email})}
      />
      <Stack gap={4} role="group" aria-label={label('角色', 'Roles')}>
        <Text size={1} weight="medium">
          {label('角色', 'Roles')}
        </Text>
        {roles.map((role) => (
          <RoleChoice
            key={role.name}
            role={role}
            isOn={fields.roles.includes(role.name)}
            onToggle={() => toggle(role.name)}
          />
        ))}
        {person && (
          <Text size={1} muted>
            {label('角色一改，对方就要重新登录。', 'When their roles change, they have to sign in again.')}
          </Text>
        )}
      </Stack>
    </FormDialog>
  )
}

function RoleChoice({role, isOn, onToggle}: {role: People['roles'][number]; isOn: boolean; onToggle: () => void}) {
  const id = useId()
  const description = roleDescription(role)
  return (
    <Flex gap={3} align="flex-start">
      <Checkbox id={id} checked={isOn} onChange={onToggle} />
      <Stack gap={2} flex={1}>
        <Text as="label" htmlFor={id} size={1}>
          {roleTitle(role)}
        </Text>
        {description && (
          <Text size={1} muted>
            {description}
          </Text>
        )}
      </Stack>
    </Flex>
  )
}
