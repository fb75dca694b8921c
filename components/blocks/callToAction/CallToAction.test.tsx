import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {CallToAction} from './CallToAction'

it('says what to do next and leads there', () => {
  const link = {label: 'Contact us', route: '/contact' as const}
  const {page} = draw(
    <CallToAction block={{_key: 'k', _type: 'callToAction', heading: 'Talk', link}} context={context} />,
  )
  expect(page.getByRole('region', {name: 'Talk'})).toBeTruthy()
  expect(page.getByRole('link', {name: 'Contact us'}).getAttribute('href')).toBe('/h5/en/contact')
})
