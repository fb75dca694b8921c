import {JSDOM} from 'jsdom'
import {renderToStaticMarkup} from 'react-dom/server'
import {describe, expect, it} from 'vitest'
import {EnquiryFields} from '@/components/blocks/enquiryForm/EnquiryFields'
import {context, documentOf, moduleOf, productOf} from '@/components/testing/fixtures'
import {checkEnquiry} from '@/enquiries/checkEnquiry'
import {type EnquiryValues, readForm} from '@/enquiries/fields'
import {canBeTyped, enquiryCases} from '@/enquiries/testing/enquiryCases'
import {goodValues} from '@/enquiries/testing/fixtures'
import {fillForm} from './fillForm'

const block = {
  _key: 'k',
  _type: 'enquiryForm' as const,
  heading: 'Write to us',
  intro: null,
  consent: 'I agree.',
  receivedTitle: 'Received',
  receivedText: 'We shall answer.',
  products: [{...productOf('LIMS'), modules: [moduleOf('record "quoted" & more', 1, '/limsPages/record')]}],
  privacy: documentOf('page', 'page-privacy'),
}
const page = `<!DOCTYPE html><body>${renderToStaticMarkup(<EnquiryFields block={block} context={context} />)}<script>alert(1)</script></body>`
const interest = 'module-record "quoted" & more LIMS · record "quoted" & more'

/** The filled form, parsed by a browser. */
function answerTo(values: EnquiryValues) {
  const checked = checkEnquiry(values)
  const problems = 'problems' in checked ? checked.problems : {}
  const html = fillForm(page, {
    values,
    problems,
    hidden: {page: '/lims', key: 'a1'},
    title: 'Please correct',
    words: (code) => `<${code}>`,
  })
  const {window} = new JSDOM(html)
  const form = window.document.querySelector('form')
  if (!form) throw new Error('no form')
  return {document: window.document, form, problems, data: new window.FormData(form)}
}

/** The value of a ticked box. */
const agreed = `yes ${block.privacy._updatedAt} ${block.privacy._rev}`

describe('the form that comes back to a browser without JavaScript', () => {
  it.each(enquiryCases.filter(canBeTyped))('keeps what was typed: $title', ({values}) => {
    const given = {...goodValues, interest, consent: agreed, ...values}
    const consent = given.consent === 'no' ? '' : given.consent
    expect(readForm(answerTo(given).data).values).toEqual({...given, consent, mail: given.mail.trim()})
  })

  it('names the field of a sentence that could be any field’s, in the list above the form alone', () => {
    const {document} = answerTo({...goodValues, name: 'a'.repeat(101), phone: '1'})
    const fieldLabel = document.querySelector('label[for="enquiry-name"]')?.firstChild?.textContent
    expect(document.getElementById('enquiry-name-problem')?.textContent).toBe('<tooLong>')
    const listed = [...document.querySelectorAll('#enquiry-summary a')].map((link) => link.textContent)
    expect(listed).toEqual([`${fieldLabel}: <tooLong>`, '<phone>'])
  })

  it('says beside each field and above all what is wrong, in words that are no markup', () => {
    const {document, form} = answerTo({...goodValues, name: '', phone: '1', consent: ''})
    expect([...form.querySelectorAll('[aria-invalid="true"]')].map((input) => input.id)).toEqual([
      'enquiry-name',
      'enquiry-phone',
      'enquiry-consent',
    ])
    expect(document.getElementById('enquiry-phone-problem')?.textContent).toBe('<phone>')
    expect(document.getElementById('enquiry-mail-problem')?.hidden).toBe(true)
    const summary = document.getElementById('enquiry-summary')
    expect(summary?.hidden).toBe(false)
    expect([...(summary?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
      '#enquiry-name',
      '#enquiry-phone',
      '#enquiry-consent',
    ])
  })

  it('asks for consent again if it was given to another version of the privacy statement', () => {
    expect(readForm(answerTo({...goodValues, consent: agreed, name: ''}).data).values.consent).toBe(agreed)
    for (const consent of ['yes 2025-12-31T00:00:00Z r0', 'yes'])
      expect(readForm(answerTo({...goodValues, consent, name: ''}).data).values.consent, consent).toBe('')
  })

  it('runs no script, whatever was typed', () => {
    const {document} = answerTo({
      ...goodValues,
      name: '"><script>alert(1)</script>',
      message: '</textarea><img src=x onerror=alert(1)>',
    })
    expect(document.querySelectorAll('script, img')).toHaveLength(0)
  })

  it('keeps the page from which the visitor came, and the key by which what is sent again stays one enquiry', () => {
    expect(readForm(answerTo(goodValues).data).hidden).toMatchObject({page: '/lims', key: 'a1'})
  })
})
