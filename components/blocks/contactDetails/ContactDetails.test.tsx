import {createElement} from 'react'
import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, settings} from '@/components/testing/fixtures'
import {ContactDetails} from './ContactDetails'

const block = {_key: 'k', _type: 'contactDetails', heading: 'Reach us'} as const

it('links a real mail address and phone number', () => {
  const real = {...context, settings: {...settings, phone: '+86 10 0000 0000'}}
  const {page} = draw(<ContactDetails block={block} context={real} />)
  expect(page.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+861000000000',
    'mailto:mail@example.com',
  ])
})

it('in a preview marks what is still missing, in the page’s language, and never links it', () => {
  const {body, page} = draw(<ContactDetails block={block} context={context} />)
  expect([...body.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    '[to be filled in]',
    '[to be filled in]',
  ])
  expect(page.getAllByRole('link')).toHaveLength(1)
})

it('promises nothing where there are no settings', () => {
  const {body} = draw(<ContactDetails block={block} context={{...context, settings: null}} />)
  expect(body.textContent).toBe('')
})

it('says nothing of what the settings lack, and nothing at all without an address, a number or a mailbox', () => {
  const draftOf = (facts: object) => ({...context, settings: {...settings, address: null, phone: null, ...facts}})
  // Imports, unlike the Studio, may omit required fields; the types know only the schema.
  const some = draw(createElement(ContactDetails, JSON.parse(JSON.stringify({block, context: draftOf({})}))))
  expect([...some.body.querySelectorAll('dl > div')].map((entry) => entry.textContent)).toEqual([
    'Emailmail@example.com',
  ])
  const none = draw(createElement(ContactDetails, JSON.parse(JSON.stringify({block, context: draftOf({mail: null})}))))
  expect(none.body.textContent).toBe('')
})
