import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {claimOf, context} from '@/components/testing/fixtures'
import type {Claim} from '@/sanity/projections/claim'
import {Claims} from './Claims'

const cases: [Partial<Claim>, string][] = [
  [{figure: 30, comparator: 'lessBy', unit: '%'}, '30%'],
  [{figure: 99, comparator: 'exactly', unit: '%'}, '99%'],
  [{figure: 10, comparator: 'moreThan', unit: 'years'}, '10+years'],
  [{figure: 5, comparator: 'atMost', unit: 'defects'}, '≤5defects'],
  [{figure: 50, comparator: 'atLeast', unit: '%'}, '≥50%'],
]

it('says how, on whom and when a figure was measured, as far as that is known', () => {
  const proven = claimOf({method: 'A survey', sample: 'All customers', measured: '2026-06-30'})
  const [known, unknown] = [proven, claimOf({_id: 'claim-two'})].map((claim) =>
    draw(<Claims block={{_key: 'k', _type: 'claims', claims: [claim]}} context={context} />),
  )
  expect([...(known?.body.querySelectorAll('li li') ?? [])].map(({textContent}) => textContent)).toEqual([
    'Method: A survey',
    'Sample: All customers',
    'Measured: 2026-06-30',
  ])
  expect(unknown?.body.querySelector('li li')).toBeNull()
})

it.each(cases)('shows the claim %o as %s with its sentence', (claim, figure) => {
  const {page} = draw(<Claims block={{_key: 'k', _type: 'claims', claims: [claimOf(claim)]}} context={context} />)
  const paragraphs = page.getByRole('listitem').querySelectorAll('p')
  expect([...paragraphs].map(({textContent}) => textContent)).toEqual([figure, 'The process is shorter.'])
})

it('draws what a saving leaves, true to its figure', () => {
  const claim = claimOf({figure: 30, comparator: 'lessBy', unit: '%'})
  const {body} = draw(<Claims block={{_key: 'k', _type: 'claims', claims: [claim]}} context={context} />)
  const [before = 0, after = 0] = [...body.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('width')))
  expect(after / before).toBeCloseTo(0.7)
  expect([...body.querySelectorAll('svg text')].map(({textContent}) => textContent)).toEqual([
    'Before',
    '100%',
    'After',
    '70%',
  ])
})
