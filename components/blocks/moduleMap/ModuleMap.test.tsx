import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, moduleOf, productOf} from '@/components/testing/fixtures'
import {ModuleMap} from './ModuleMap'

const product = {...productOf('LIMS'), modules: [moduleOf('Orders', 1, '/limsPages/entrust'), moduleOf('Methods', 2)]}
const block = {_key: 'k', _type: 'moduleMap', heading: 'Modules', product} as const

it('lists all modules of the product with their number in its register', () => {
  const {page} = draw(<ModuleMap block={block} context={context} />)
  const entries = page.getAllByRole('listitem').map((item) => item.textContent)
  expect(entries).toEqual(['LIMS-01OrdersWhat Orders does', 'LIMS-02MethodsWhat Methods does'])
})

it('links the modules that have a page, and only those', () => {
  const {page} = draw(<ModuleMap block={block} context={context} />)
  expect(page.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Orders', '/h5/en/limsPages/entrust'],
  ])
})
