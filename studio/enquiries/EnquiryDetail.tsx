import {Box, Button, Card, Flex, Heading, Select, Stack, Text, TextArea} from '@sanity/ui'
import {useState} from 'react'
import {type Enquiry, type EnquiryChange, enquiryStatuses} from '../../enquiries/enquiry.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {EnquiryFacts} from './EnquiryFacts.tsx'
import {ForgetButton} from './ForgetButton.tsx'
import {deliveryWords, statusWords} from './words.ts'

interface EnquiryDetailProps {
  enquiry: Enquiry
  onChange: (change: EnquiryChange) => Promise<void>
  onForget: () => Promise<void>
}

/** One enquiry: what was written, what became of it, and how to have it erased. */
export function EnquiryDetail({enquiry, onChange, onForget}: EnquiryDetailProps) {
  const [note, setNote] = useState(enquiry.note)
  const isDead = enquiry.deliveries.some(({state}) => state === 'dead')
  return (
    <Card padding={4} radius={2} border data-testid="enquiry">
      <Stack gap={5}>
        <Flex gap={3} justify="space-between" align="center" wrap="wrap">
          <Heading as="h2" size={1}>
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
                  {statusWords[status]}
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
            value={note}
            onChange={({currentTarget}) => setNote(currentTarget.value)}
          />
          <Flex>
            <Button
              text={label('保存备注', 'Save note')}
              disabled={note === enquiry.note}
              onClick={() => void onChange({note})}
            />
          </Flex>
        </Stack>
        {enquiry.deliveries.length > 0 && (
          <Stack gap={3}>
            {enquiry.deliveries.map((delivery) => (
              <Text key={delivery.sink} size={1} muted>
                {deliveryWords(delivery)}
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
