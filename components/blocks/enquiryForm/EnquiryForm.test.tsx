import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, documentOf, moduleOf, productOf} from '@/components/testing/fixtures'
import type {EnquiryFormBlock} from '@/sanity/blocks/enquiryForm/projection'
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
