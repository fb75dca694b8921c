import {describe, expect, it} from 'vitest'
import {launchFindings} from './launch.ts'

const string = (zh: string) => ({_type: 'localeString', zh})
const found = (document: Parameters<typeof launchFindings>[0]) =>
  launchFindings(document).map(({check, path, detail}) => [check, path, detail].filter(Boolean).join(' '))

describe('the launch check names', () => {
  it('each fact about the company that is empty', () => {
    const facts = {organization: string('公司'), address: string(' '), phone: '+86', mail: '', icpNumber: '测ICP备0号'}
    expect(found({_id: 'siteSettings', _type: 'siteSettings', ...facts})).toEqual([
      'missingFact address',
      'missingFact mail',
      'missingFact policeNumber',
    ])
  })

  it('a claim that does not say how, on whom or when it was measured', () => {
    const claim = {_id: 'claim-one', _type: 'claim', method: string('问卷')}
    expect(found(claim)).toEqual(['claimWithoutProof sample sample measured'])
    expect(found({...claim, sample: string('全部客户'), measured: '2026-06-30'})).toEqual([])
  })

  it('a buyer’s topic without an answer', () => {
    const items = [
      {_type: 'buyerFact', _key: 'a', topic: 'backup', settle: string('多久一次')},
      {_type: 'buyerFact', _key: 'b', topic: 'price', answer: string('按模块')},
    ]
    expect(found({_id: 'page-lims', _type: 'page', blocks: [{_type: 'buyerFacts', _key: 'k', items}]})).toEqual([
      'unansweredTopic blocks[_key=="k"].items[_key=="a"].answer backup',
    ])
  })
})
