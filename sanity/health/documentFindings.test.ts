import {describe, expect, it} from 'vitest'
import {checkContext, documentFindings, linkProblems} from './documentFindings.ts'

const page = (name: string, blocks: unknown[]) => ({_id: `page-${name}`, _type: 'page', route: `/${name}`, blocks})

const hiding = (...routes: string[]) => ({
  hiddenRoutes: new Set(routes),
  sections: new Map(),
  stepCounts: new Map([['scenario-lims', 6]]),
})

describe('links', () => {
  it('to unknown routes and to hidden pages are found, with their paths', () => {
    const document = page('about', [
      {_key: 'c', _type: 'callToAction', link: {route: '/nope'}},
      {_key: 'd', _type: 'callToAction', link: {route: '/odoo'}},
      {_key: 'e', _type: 'callToAction', link: {route: '/lims'}},
    ])
    expect(linkProblems(document, hiding('/odoo'))).toEqual([
      {path: 'blocks[_key=="c"].link.route', target: '/nope', problem: 'unknownRoute'},
      {path: 'blocks[_key=="d"].link.route', target: '/odoo', problem: 'hiddenRoute'},
    ])
  })

  it('are found in the buttons below a page’s lead, too', () => {
    const document = {
      ...page('about', []),
      actions: [
        {_key: 'book', _type: 'link', route: '/odoo'},
        {_key: 'old', route: '/nope'},
      ],
    }
    expect(linkProblems(document, hiding('/odoo')).map(({path, problem}) => [path, problem])).toEqual([
      ['actions[_key=="book"].route', 'hiddenRoute'],
      ['actions[_key=="old"].route', 'unknownRoute'],
    ])
  })

  it('to sections that have gone are found, and to those of another page, but not those to a section that was moved', () => {
    const sections = new Map([['/maixun', new Set(['points1', 'faq1'])]])
    const links = ['/maixun#faq1', '/maixun#gone', '/lims#faq1', 'faq1'].map((section, index) => {
      return {_key: `b${index}`, _type: 'callToAction', link: {route: '/maixun', section}}
    })
    const onDemo = {_key: 'd', _type: 'callToAction', link: {route: '/demo', section: '/maixun#faq1'}}
    expect(linkProblems(page('about', [...links, onDemo]), {...hiding(), sections})).toEqual(
      ['b1', 'b2', 'b3'].map((key) => {
        return {path: `blocks[_key=="${key}"].link.section`, target: '/maixun', problem: 'unknownSection'}
      }),
    )
  })

  it('to steps of the demo beyond their scenario are found, but not steps left from a link to the demo', () => {
    const link = (_key: string, step: number, scenario = 'scenario-lims', route = '/demo') => ({
      _key,
      _type: 'callToAction',
      link: {route, demo: {_type: 'demoStep', scenario: {_ref: scenario}, step}},
    })
    const links = [link('a', 6), link('b', 7), link('c', 7, 'scenario-gone'), link('d', 7, 'scenario-lims', '/about')]
    expect(linkProblems(page('ui', links), hiding())).toEqual([
      {path: 'blocks[_key=="b"].link.demo.step', target: '7 6', problem: 'unknownStep'},
    ])
  })

  it('do not include a page’s own route, but a module’s', () => {
    expect(linkProblems(page('odoo', []), hiding('/odoo'))).toEqual([])
    expect(linkProblems({_id: 'm', _type: 'productModule', route: '/nope'}, hiding())).toHaveLength(1)
  })

  it.each([
    'https://',
    'example.com',
    'https://example',
    'javascript:alert(1)',
    'mailto:nobody',
    'mailto:50%off@example.com',
    undefined,
  ])('to other sites are malformed: %s', (href) => {
    const document = {_id: 'd', _type: 'page', mark: {_type: 'externalLink', href}}
    expect(linkProblems(document, hiding()).map(({problem}) => problem)).toEqual(['malformed'])
  })

  it.each([
    'https://example.com/a?b=c',
    'http://www.example.com',
    'mailto:li.wei@example.com',
    'mailto:li%2Bwei@example.com',
  ])('to other sites are valid: %s', (href) => {
    expect(linkProblems({_id: 'd', _type: 'page', mark: {_type: 'externalLink', href}}, hiding())).toEqual([])
  })
})

it('names what a text says twice in the same words once', () => {
  const unit = {zh: '%', en: '%'}
  const statement = {zh: '客户好评率 {figure}，去年 95%，前年 95%。', en: 'A {figure} favourable rate.'}
  const claim = {_id: 'claim-a', _type: 'claim', figure: 99, comparator: 'exactly', unit, statement}
  const title = {_type: 'localeString', zh: '客户好评率 99%，客户好评率 99\u200b%', en: 'A rate'}
  const twice = {...page('about', []), title}
  const context = checkContext([claim, twice], new Date('2027-01-01'))
  const checks = (document: typeof claim | typeof twice) =>
    documentFindings(document, context).map(({check, path}) => `${check} ${path}`)
  expect(checks(twice).filter((line) => line.startsWith('typedClaim'))).toEqual(['typedClaim title.zh'])
  expect(checks(claim).filter((line) => line.startsWith('otherFigure'))).toEqual(['otherFigure statement.zh'])
})
