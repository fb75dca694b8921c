import {Card, Stack, Text} from '@sanity/ui'
import type {CSSProperties, ReactNode} from 'react'
import type {Enquiry} from '../../enquiries/enquiry.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {formatTime} from './formatTime.ts'

const grid: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'minmax(6rem, max-content) minmax(0, 1fr)',
  gap: '0.75rem 1.25rem',
  margin: 0,
}

/** What the visitor wrote, as it was written; what was not given is left out. */
export function EnquiryFacts({enquiry}: {enquiry: Enquiry}) {
  const {phone, phoneNumber, mail, page, locale, privacyVersion} = enquiry
  const facts: [title: string, value: ReactNode][] = [
    [label('电话', 'Phone'), phone && <a href={`tel:${phoneNumber}`}>{phone}</a>],
    [label('邮箱', 'Mail'), mail && <a href={`mailto:${encodeURIComponent(mail)}`}>{mail}</a>],
    [label('公司', 'Company'), enquiry.company],
    [label('部门', 'Department'), enquiry.department],
    [label('职位', 'Position'), enquiry.position],
    [label('感兴趣的产品', 'Interest'), enquiry.interestName || enquiry.interest],
    [label('来自页面', 'Came from'), page],
    [label('语言', 'Language'), locale === 'en' ? 'English' : '中文'],
    [label('时间', 'Time'), formatTime(enquiry.createdAt)],
    [label('同意的隐私声明', 'Agreed to notice of'), privacyVersion.split(' ')[0]],
  ]
  return (
    <Stack gap={4}>
      {enquiry.message && (
        <Card tone="transparent" padding={4} radius={2}>
          <Text size={2} style={{whiteSpace: 'pre-wrap', overflowWrap: 'anywhere'}} dir="auto">
            {enquiry.message}
          </Text>
        </Card>
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
