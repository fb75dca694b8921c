import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, documentOf, moduleOf, productOf} from '@/components/testing/fixtures'
import type {EnquiryFormBlock} from '@/sanity/blocks/enquiryForm/projection'
import {EnquiryFields} from './EnquiryFields'
import {EnquiryForm} from './EnquiryForm'

const block: EnquiryFormBlock = {
  _key: 'k',
  _type: 'enquiryForm',
  heading: 'Write to us',
  intro: null,
  consent: 'I agree.',
  receivedTitle: 'Received',
  receivedText: 'We shall answer.',
  products: [{...productOf('LIMS'), modules: [moduleOf('record', 1, '/limsPages/record')]}],
  privacy: documentOf('page', 'page-privacy'),
}

it('is the form where the page brings one along', () => {
  const parts = {
    enquiryForm: ({block: {consent}}: {block: EnquiryFormBlock}) => <form aria-label="Form">{consent}</form>,
  }
  const {page} = draw(<EnquiryForm block={block} context={{...context, parts}} />)
  expect(page.getByRole('form', {name: 'Form'}).textContent).toBe('I agree.')
  expect(page.getByRole('heading', {name: 'Write to\u00a0us'})).toBeTruthy()
})

it('leads to the contact page from any other', () => {
  const {page} = draw(<EnquiryForm block={block} context={{...context, route: '/lims'}} />)
  expect(page.getByRole('link').getAttribute('href')).toBe('/h5/en/contact?from=/lims')
})

it.each([
  ['zh', '2026年1月2日版'],
  ['en', 'version of 2 January 2026'],
] as const)('writes the day of the privacy notice as one does in its language: %s', (locale, day) => {
  const {page} = draw(<EnquiryFields block={block} context={{...context, locale}} />)
  expect(page.getByText(day, {exact: false})).toBeTruthy()
})

it.each(['zh', 'en'] as const)('tells the script no sentence that sends a visitor away from the form: %s', (locale) => {
  const {page} = draw(<EnquiryFields block={block} context={{...context, locale}} />)
  const form = page.getByRole('button').closest('form')
  const {words} = JSON.parse(form?.dataset.settings ?? '')
  expect(words.problems.tooLarge).toMatch(/still here|内容还在/)
  expect(JSON.stringify(words)).not.toMatch(/go back|返回/i)
})
