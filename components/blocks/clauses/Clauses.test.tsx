import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, moduleOf} from '@/components/testing/fixtures'
import {Clauses} from './Clauses'

it('leads from each clause to its module, unless that is this page, and names the record', () => {
  const items = [
    {
      _key: 'a',
      clause: '7.8',
      title: 'Reporting',
      record: 'Who issued which version',
      module: moduleOf('Reports', 1, '/limsPages/report'),
    },
    {_key: 'b', clause: '8.4', title: 'Records', record: 'Who corrected what', module: moduleOf('Archive', 2)},
  ]
  const block = {_key: 'k', _type: 'clauses' as const, heading: 'Clause by clause', note: 'The rest is yours.', items}
  const {page} = draw(<Clauses block={block} context={context} />)
  expect(page.getAllByRole('rowheader').map(({textContent}) => textContent)).toEqual(['7.8 Reporting', '8.4 Records'])
  expect(page.getByRole('link', {name: 'Reports'}).getAttribute('href')).toBe('/h5/en/limsPages/report')
  expect(page.queryByRole('link', {name: 'Archive'})).toBeNull()
  const here = draw(<Clauses block={block} context={{...context, route: '/limsPages/report'}} />)
  expect(here.page.queryByRole('link', {name: 'Reports'})).toBeNull()
  expect(page.getByText('Who corrected what')).toBeTruthy()
  expect(page.getByText('The rest is yours.')).toBeTruthy()
})
