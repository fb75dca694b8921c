import type {Enquiry} from '../../enquiry.ts'

/** An enquiry as a text for those who answer it; what was not given is left out. */
export function describeEnquiry(enquiry: Enquiry): string {
  const lines: [title: string, value: string][] = [
    ['姓名 · Name', enquiry.name],
    ['感兴趣的产品 · Interest', enquiry.interestName || enquiry.interest],
    ['电话 · Phone', [enquiry.phone, enquiry.phoneNumber].filter(Boolean).join(' = ')],
    ['公司 · Company', enquiry.company],
    ['邮箱 · Email', enquiry.mail],
    ['部门 · Department', enquiry.department],
    ['职位 · Position', enquiry.position],
    ['来自页面 · Came from', enquiry.page],
    ['语言 · Language', enquiry.locale],
    ['时间 · Time', new Date(enquiry.createdAt).toISOString()],
  ]
  const known = lines.filter(([, value]) => value).map(([title, value]) => `${title}: ${value}`)
  return [...known, ...(enquiry.message ? ['', enquiry.message] : []), '', `# ${enquiry.id}`].join('\n')
}

/** The first line of a notice. Nothing of what the visitor gave: subjects end in the logs of mail servers, and are believed. */
export function subjectOf({id}: Pick<Enquiry, 'id'>): string {
  return `网站咨询 · New enquiry #${id.slice(0, 8)}`
}
