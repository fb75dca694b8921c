import {Badge, Button, Card, Flex, Stack, Text} from '@sanity/ui'
import type {Enquiry, EnquiryPage} from '../../enquiries/enquiry.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {formatTime} from '../language/formatTime.ts'
import {Loading} from '../layout/ToolFrame.tsx'
import {useUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {statusLabels, statusTones} from './labels.ts'
import {unsavedNotes} from './unsavedNotes.ts'

interface EnquiryListProps {
  page: EnquiryPage | undefined
  loading: boolean
  chosen: string | undefined
  onChoose: (enquiry: Enquiry) => void
  onMore: () => void
}

/** Name, interest and time of each enquiry, newest first. */
export function EnquiryList({page, loading, chosen, onChoose, onMore}: EnquiryListProps) {
  const unsaved = useUnsavedTexts(unsavedNotes)
  if (!page) return loading ? <Loading /> : null
  if (page.enquiries.length === 0) {
    return (
      <Card padding={4} radius={2} border>
        <Text size={1} muted>
          {Object.values(page.counts).some((count) => count > 0)
            ? label('没有符合条件的咨询。', 'No enquiries match.')
            : label(
                '还没有咨询。访客在联系页面提交后，会出现在这里。',
                'No enquiries yet. What visitors send from the contact page appears here.',
              )}
        </Text>
      </Card>
    )
  }
  return (
    <Stack gap={2} data-testid="enquiries">
      {page.enquiries.map((enquiry) => {
        const {id, name, company, interestName, createdAt, status, deliveries} = enquiry
        return (
          <Card key={id} border radius={2}>
            <Card
              as="button"
              data-enquiry={id}
              padding={3}
              radius={2}
              style={{inlineSize: '100%'}}
              pressed={id === chosen}
              aria-pressed={id === chosen}
              onClick={() => onChoose(enquiry)}
            >
              <Stack gap={3}>
                <Flex gap={2} justify="space-between" align="center">
                  <Text size={1} weight="semibold">
                    {[name, company].filter(Boolean).join(' · ')}
                  </Text>
                  <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
                </Flex>
                <Flex gap={2} justify="space-between">
                  <Text size={1} muted>
                    {interestName || label('未选产品', 'No product chosen')}
                  </Text>
                  <Text size={1} muted>
                    {formatTime(createdAt)}
                  </Text>
                </Flex>
                {unsaved.has(id) && <Text size={1}>✎ {label('备注还没有保存', 'Note not saved yet')}</Text>}
                {deliveries.some(({state, isPartial}) => state === 'dead' && !isPartial) && (
                  <Text size={1}>⚠ {label('没有送达负责人', 'The people in charge were not notified')}</Text>
                )}
                {deliveries.some(({isPartial}) => isPartial) && (
                  <Text size={1}>⚠ {label('没有送达所有负责人', 'Not all of the people in charge were notified')}</Text>
                )}
              </Stack>
            </Card>
          </Card>
        )
      })}
      {page.more && <Button mode="ghost" text={label('再看更早的', 'Show earlier ones')} onClick={onMore} />}
    </Stack>
  )
}
