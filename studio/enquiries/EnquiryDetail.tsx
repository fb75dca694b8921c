import {Box, Button, Card, Dialog, Flex, Heading, Select, Stack, Text, TextArea} from '@sanity/ui'
import {type CSSProperties, type ReactNode, useState} from 'react'
import {displayValue, type Enquiry, type EnquiryChange, enquiryStatuses, longestNote} from '../../enquiries/enquiry.ts'
import {fields, fieldsFor, type LineField} from '../../enquiries/fields.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {formatDay, formatTime} from '../language/formatTime.ts'
import {useBusy} from '../layout/useBusy.ts'
import {ChangedMeanwhile} from '../saving/ChangedMeanwhile.tsx'
import {useTypedText} from '../saving/UnsavedTexts.ts'
import {deliveryLabel, statusLabels} from './labels.ts'
import {unsavedNotes} from './unsavedNotes.ts'

interface EnquiryDetailProps {
  enquiry: Enquiry
  onChange: (change: EnquiryChange) => Promise<void>
  onForget: () => Promise<void>
}

/** One enquiry: its values, status, note and deliveries, and the button that erases it. */
export function EnquiryDetail({enquiry, onChange, onForget}: EnquiryDetailProps) {
  const note = useTypedText(unsavedNotes, enquiry.id, enquiry.note)
  const {isBusy, run} = useBusy()
  const saveNote = () => run(() => onChange({note: {before: note.before, text: note.text}}))
  const excess = note.text.length - longestNote
  const isDead = enquiry.deliveries.some(({state}) => state === 'dead')
  return (
    <Card padding={4} radius={2} border data-testid="enquiry">
      <Stack gap={5}>
        <Flex gap={3} justify="space-between" align="center" wrap="wrap">
          <Heading as="h2" size={1} tabIndex={-1} style={{outline: 'none', overflowWrap: 'anywhere'}}>
            {enquiry.name}
          </Heading>
          <Box>
            <Select
              aria-label={label('这条咨询的状态', 'Status of this enquiry')}
              value={enquiry.status}
              onChange={({currentTarget}) => {
                const status = enquiryStatuses.find((one) => one === currentTarget.value)
                if (status) void onChange({status})
              }}
            >
              {enquiryStatuses.map((status) => (
                <option key={status} value={status}>
                  {statusLabels[status]}
                </option>
              ))}
            </Select>
          </Box>
        </Flex>
        <EnquiryFacts enquiry={enquiry} />
        <Stack gap={3}>
          <Text as="label" size={1} weight="medium" htmlFor="enquiry-note">
            {label('备注（只有同事看得到）', 'Note (colleagues only)')}
          </Text>
          <TextArea
            id="enquiry-note"
            rows={4}
            value={note.text}
            onChange={({currentTarget}) => note.type(currentTarget.value)}
          />
          <ChangedMeanwhile typed={note} separator={'\n'} />
          {excess > 0 && (
            <Text size={1} role="alert">
              ⚠{' '}
              {label(
                `备注最多 ${longestNote} 个字，多了 ${excess} 个`,
                `A note has at most ${longestNote} characters; this one has ${excess} too many`,
              )}
            </Text>
          )}
          <Flex>
            <Button
              text={label('保存备注', 'Save note')}
              disabled={!note.isChanged || note.isOvertaken || excess > 0 || isBusy}
              onClick={() => void saveNote()}
            />
          </Flex>
        </Stack>
        {enquiry.deliveries.length > 0 && (
          <Stack gap={3}>
            {enquiry.deliveries.map((delivery) => (
              <Text key={delivery.sink} size={1} muted>
                {deliveryLabel(delivery)}
              </Text>
            ))}
            {isDead && (
              <Flex>
                <Button
                  mode="ghost"
                  text={label('重新发送', 'Send again')}
                  onClick={() => void onChange({redeliver: true})}
                />
              </Flex>
            )}
          </Stack>
        )}
        <ForgetButton name={enquiry.name} onForget={onForget} />
      </Stack>
    </Card>
  )
}

const grid: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'minmax(6rem, max-content) minmax(0, 1fr)',
  gap: '0.75rem 1.25rem',
  margin: 0,
}

/** The visitor's values as they were written; fields without a value are left out. The name is the heading above. */
function EnquiryFacts({enquiry}: {enquiry: Enquiry}) {
  const facts: [title: string, value: ReactNode][] = fieldsFor('studio').flatMap((field) => {
    if (field.kind === 'text' || field.name === 'name') return []
    const {zh, en} = field.studioTitle ?? field.title
    return [[label(zh, en), factOf(enquiry, field)]]
  })
  facts.push(
    [label('来自页面', 'Came from'), enquiry.page],
    [label('语言', 'Language'), enquiry.locale === 'en' ? 'English' : '中文'],
    [label('时间', 'Time'), formatTime(enquiry.createdAt)],
    [label('同意的隐私声明版本', 'Agreed to privacy notice of'), formatDay(enquiry.privacyVersion)],
  )
  return (
    <Stack gap={4}>
      {fields.map(
        ({kind, name}) =>
          kind === 'text' &&
          enquiry[name] && (
            <Card key={name} tone="transparent" padding={4} radius={2}>
              <Text size={2} style={{whiteSpace: 'pre-wrap', overflowWrap: 'anywhere'}} dir="auto">
                {enquiry[name]}
              </Text>
            </Card>
          ),
      )}
      <dl style={grid}>
        {facts.map(
          ([title, value]) =>
            value && (
              <div key={title} style={{display: 'contents'}}>
                <Text as="dt" size={1} muted>
                  {title}
                </Text>
                <Text as="dd" size={1} style={{margin: 0, overflowWrap: 'anywhere'}}>
                  {value}
                </Text>
              </div>
            ),
        )}
      </dl>
    </Stack>
  )
}

function factOf(enquiry: Enquiry, {kind, name}: LineField): ReactNode {
  const value = displayValue(enquiry, name)
  if (value && kind === 'phone') return <a href={`tel:${enquiry.phoneNumber}`}>{value}</a>
  if (value && kind === 'mail') return <a href={mailLink(value)}>{value}</a>
  return value
}

/** RFC 6068 wants the @ as it is, and letters of a host as they are; in what stands before it, `?` and `&` are encoded. */
function mailLink(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

interface ForgetButtonProps {
  name: string
  onForget: () => Promise<void>
}

/** Erases an enquiry after a confirmation. */
function ForgetButton({name, onForget}: ForgetButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const {isBusy, run} = useBusy()
  return (
    <Flex>
      <Button mode="ghost" tone="critical" text={label('删除个人信息', 'Erase')} onClick={() => setAsking(true)} />
      {isAsking && (
        <Dialog
          id="forget-enquiry"
          header={label('彻底删除这条咨询？', 'Erase this enquiry for good?')}
          onClose={() => setAsking(false)}
          footer={
            <Flex gap={2} justify="flex-end" padding={3}>
              <Button mode="ghost" text={label('取消', 'Cancel')} onClick={() => setAsking(false)} />
              <Button
                tone="critical"
                text={label('彻底删除', 'Erase for good')}
                loading={isBusy}
                onClick={() => void run(() => onForget().then(() => setAsking(false)))}
              />
            </Flex>
          }
        >
          <Box padding={4}>
            <Stack gap={3}>
              <Text size={1}>
                {label(
                  `${name} 留下的所有内容会从数据库里删除，无法恢复。`,
                  `Everything that ${name} left is deleted from the database and cannot be brought back.`,
                )}
              </Text>
              <Text size={1} muted>
                {label(
                  '已经发出的邮件和消息不受影响，请另行删除。',
                  'Emails and messages that were already sent are not affected: delete them separately.',
                )}
              </Text>
            </Stack>
          </Box>
        </Dialog>
      )}
    </Flex>
  )
}
