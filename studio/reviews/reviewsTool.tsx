import {CheckmarkIcon} from '@sanity/icons/Checkmark'
import {Badge, Box, Button, Card, Dialog, Flex, Stack, Text} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {useEffect, useMemo, useState} from 'react'
import {definePlugin, useClient, useCurrentUser, useSchema} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {documentTitle} from '../../sanity/health/contentDocuments.ts'
import {hasAbility} from '../../sanity/roles/abilities.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {describePath} from '../health/describePath.ts'
import {failureToast, isConflict, noToast, reasonOf} from '../lake/reasonOf.ts'
import {userNames} from '../lake/userNames.ts'
import {formatTime} from '../language/formatTime.ts'
import {Loading, Problem, ToolFrame} from '../layout/ToolFrame.tsx'
import {useBusy} from '../layout/useBusy.ts'
import {LeftTexts} from '../saving/LeftTexts.tsx'
import {changedFields} from './changedFields.ts'
import {NoteForm, unsentNotes} from './NoteForm.tsx'
import {type OpenRequest, requestsFor, returnRequest, useReviewRequests, withdrawRequest} from './reviewRequests.ts'

/** Number of changed fields to list by name. */
const maxListed = 5

/** The Studio's tool *Reviews*: what people ask others to publish, and what became of their own requests. */
export const reviewsTool = definePlugin({
  name: 'reviews',
  tools: [{name: 'reviews', title: label('审核', 'Reviews'), icon: CheckmarkIcon, component: ReviewsTool}],
})

export function ReviewsTool() {
  const {requests, problem} = useReviewRequests()
  const client = useClient({apiVersion})
  const currentUser = useCurrentUser()
  const toast = useToast()
  const {toAnswer, own} = requestsFor(currentUser, requests ?? [])
  const names = useNames([...toAnswer, ...own])
  const [returning, setReturning] = useState<OpenRequest>()
  const withdraw = (request: OpenRequest) =>
    withdrawRequest(client, request).then(
      () => toast.push(noToast(`withdraw-${request.documentId}`)),
      (error) =>
        toast.push(
          failureToast(
            `withdraw-${request.documentId}`,
            isConflict(error)
              ? label(
                  '没有撤回：同事刚回复了这个请求。请先看看回复。',
                  'Not withdrawn: a colleague has just answered. Read the answer first.',
                )
              : label('没有撤回，请再试一次。', 'Not withdrawn. Try again.'),
            error,
          ),
        ),
    )
  return (
    <ToolFrame
      title={label('审核', 'Reviews')}
      description={
        hasAbility(currentUser, 'publish')
          ? label(
              '同事请您审核的草稿：打开看过，就可以发布或退回。还有您自己请求审核的草稿。',
              'Drafts that colleagues ask you to review: open one, then publish or return it. And drafts that you asked others to review.',
            )
          : label('您请别人审核的草稿。', 'Drafts that you asked others to review.')
      }
    >
      {problem && <Problem>{problem}</Problem>}
      <LeftTexts
        hasField={(id) => toAnswer.some((request) => id === noteIdOf(request))}
        texts={unsentNotes}
        title={label('这些留言写了，还没有送出：', 'These notes are written, but not sent:')}
      />
      {!requests && !problem && <Loading />}
      {requests && toAnswer.length + own.length === 0 && (
        <Card border padding={4} radius={2}>
          <Text size={1} muted>
            {label('没有等待审核的草稿。', 'Nothing is waiting for review.')}
          </Text>
        </Card>
      )}
      <Stack gap={3} data-testid="reviews">
        {toAnswer.map((request) => (
          <RequestCard key={request._id} request={request} names={names}>
            <RequestButton
              text={label('退回', 'Return')}
              request={request}
              onPress={async () => setReturning(request)}
            />
          </RequestCard>
        ))}
        {own.map((request) => (
          <RequestCard key={request._id} request={request} names={names}>
            <RequestButton text={label('撤回请求', 'Withdraw')} request={request} onPress={() => withdraw(request)} />
          </RequestCard>
        ))}
      </Stack>
      {returning && <ReturnDialog request={returning} onClose={() => setReturning(undefined)} />}
    </ToolFrame>
  )
}

interface RequestButtonProps {
  text: string
  request: OpenRequest
  onPress: () => Promise<unknown>
}

/** Named with its document: a list has several of them. */
function RequestButton({text, request, onPress}: RequestButtonProps) {
  const {isBusy, run} = useBusy()
  return (
    <Button
      aria-label={`${text}: ${documentTitle(request.draft, editorLocale())}`}
      loading={isBusy}
      mode="ghost"
      onClick={() => void run(onPress)}
      text={text}
    />
  )
}

/** Returns a function from people's ids to their names; to the ids while or where there are none. */
function useNames(requests: readonly OpenRequest[]): (id: string) => string {
  const client = useClient({apiVersion})
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const people = requests.flatMap(({requestedBy, answeredBy}) => (answeredBy ? [requestedBy, answeredBy] : requestedBy))
  const ids = [...new Set(people)].sort().join(',')
  useEffect(() => {
    userNames(client, ids.split(',').filter(Boolean)).then(
      (found) => setNames((before) => new Map([...before, ...found])),
      () => undefined,
    )
  }, [client, ids])
  return (id) => names.get(id) ?? id
}

interface RequestCardProps {
  request: OpenRequest
  names: (id: string) => string
  /** What may be done with it. */
  children: React.ReactNode
}

function RequestCard({request, names, children}: RequestCardProps) {
  const {documentId, documentType, requestedBy, draft, published, note, answer, answeredBy, state, _updatedAt} = request
  const schema = useSchema()
  const type = schema.get(documentType)?.title ?? documentType
  const changed = useMemo(() => changedFields(schema, published, draft), [schema, published, draft])
  return (
    <Card border padding={4} radius={2}>
      <Flex gap={4} justify="space-between" align="flex-start" wrap="wrap">
        <Stack gap={3} flex={1} style={{minInlineSize: '15rem'}}>
          <Flex gap={2} align="center" wrap="wrap">
            <Text size={1} weight="semibold" style={{overflowWrap: 'anywhere'}}>
              <FieldLink id={documentId} type={documentType} path={changed[0]}>
                {documentTitle(draft, editorLocale())}
              </FieldLink>
            </Text>
            {state === 'returned' && <Badge tone="caution">{label('被退回', 'Returned')}</Badge>}
          </Flex>
          <Text size={1} muted>
            {[type, names(requestedBy), formatTime(Date.parse(_updatedAt))].join(' · ')}
          </Text>
          {[note, answer && `${names(answeredBy ?? '')}${label('：', ': ')}${answer}`].map(
            (text) =>
              text && (
                <Text key={text} size={1} style={{whiteSpace: 'pre-wrap', overflowWrap: 'anywhere'}}>
                  {text}
                </Text>
              ),
          )}
          {changed.slice(0, maxListed).map((path) => (
            <Text key={path} muted size={1}>
              <FieldLink id={documentId} type={documentType} path={path}>
                {describePath(schema, draft, path)}
              </FieldLink>
            </Text>
          ))}
          {changed.length > maxListed && (
            <Text muted size={1}>
              {label(`另外 ${changed.length - maxListed} 处`, `and ${changed.length - maxListed} more`)}
            </Text>
          )}
        </Stack>
        {children}
      </Flex>
    </Card>
  )
}

const answeredMeanwhile = label(
  '没有送出：同事刚回复了这个请求，或者它刚被改过。关上再看看，您写的会留着。',
  'Not sent: a colleague has just answered this request, or it was changed. Close this and look; what you wrote stays.',
)

const noteIdOf = ({_id}: OpenRequest) => `return ${_id}`

function ReturnDialog({request, onClose}: {request: OpenRequest; onClose: () => void}) {
  const client = useClient({apiVersion})
  const currentUser = useCurrentUser()
  const [problem, setProblem] = useState('')
  const send = async (answer: string) => {
    try {
      await returnRequest(client, request, {answer, answeredBy: currentUser?.id ?? ''})
      onClose()
      return true
    } catch (error) {
      setProblem(isConflict(error) ? answeredMeanwhile : reasonOf(error))
      return false
    }
  }
  return (
    <Dialog id="return-request" header={label('退回草稿', 'Return the draft')} width={1} onClose={onClose}>
      <Box padding={4}>
        <Stack gap={4}>
          {problem && <Problem>{problem}</Problem>}
          <NoteForm
            id={noteIdOf(request)}
            title={label('要改什么', 'What has to change')}
            submit={label('退回', 'Return')}
            isRequired
            onSubmit={send}
          />
        </Stack>
      </Box>
    </Dialog>
  )
}
