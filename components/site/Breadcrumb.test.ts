import {expect, it} from 'vitest'
import {moduleOf, pageOf, productOf} from '@/components/testing/fixtures'
import {nameOfPage} from './Breadcrumb'

it.each([
  ['Java microservices: change one part, leave the rest', 'Java microservices'],
  ['客户故事：一个实验室的一天', '客户故事'],
  ['Contact us', 'Contact us'],
  ['ISO/IEC 17025:2017 in practice', 'ISO/IEC 17025:2017 in practice'],
  ['LIMS 2027：3 个变化', 'LIMS 2027'],
  ['按 ISO/IEC 17025：2017 管理：文件与记录', '按 ISO/IEC 17025：2017 管理'],
  ['体系:文件与记录', '体系'],
  [': without a name', ': without a name'],
])('calls “%s” “%s”', (title, name) => {
  expect(nameOfPage({...pageOf(), route: '/story', title})).toBe(name)
})

it('calls a product by its code, and a feature page as its module is called', () => {
  const product = productOf('LIMS')
  expect(nameOfPage({...pageOf(), route: '/lims', product})).toBe('LIMS')
  const module = moduleOf('Test orders', 1)
  expect(nameOfPage({...pageOf(), route: '/limsPages/entrust', product, module})).toBe('Test orders')
})

it('calls a page by its title where what it presents has no name', () => {
  const module = moduleOf('', 1)
  expect(nameOfPage({...pageOf(), route: '/limsPages/entrust', title: '委托：提交', module})).toBe('委托')
})
