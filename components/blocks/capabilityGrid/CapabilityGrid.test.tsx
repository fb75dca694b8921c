import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, documentOf} from '@/components/testing/fixtures'
import {CapabilityGrid} from './CapabilityGrid'

it('leads to the page of each capability', () => {
  const capabilities = [
    {...documentOf('capability', 'capability-java'), name: 'Java', summary: 'Services', route: '/java' as const},
  ]
  const {page} = draw(<CapabilityGrid block={{_key: 'k', _type: 'capabilityGrid', capabilities}} context={context} />)
  expect(page.getByRole('link', {name: 'Java'}).getAttribute('href')).toBe('/h5/en/java')
  expect(page.getByText('Services')).toBeTruthy()
})
