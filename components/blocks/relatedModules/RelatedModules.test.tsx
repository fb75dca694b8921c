import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, moduleOf} from '@/components/testing/fixtures'
import {RelatedModules} from './RelatedModules'

it('shows related modules with their number, and a link where there is a page', () => {
  const modules = [moduleOf('Samples', 12, '/limsPages/sample'), moduleOf('Methods', 10)]
  const {page} = draw(<RelatedModules block={{_key: 'k', _type: 'relatedModules', modules}} context={context} />)
  expect(page.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'LIMS-12SamplesWhat Samples does',
    'LIMS-10MethodsWhat Methods does',
  ])
  expect(page.getAllByRole('link').map((link) => link.textContent)).toEqual(['Samples'])
})
