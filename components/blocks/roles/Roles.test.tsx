import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, roleOf} from '@/components/testing/fixtures'
import {Roles} from './Roles'

it('says for each role what its work is', () => {
  const items = [{_key: 'a', role: roleOf('Guard'), text: 'Checks vehicles at the gate.'}]
  const {page} = draw(<Roles block={{_key: 'k', _type: 'roles', heading: 'Who', items}} context={context} />)
  expect(page.getByRole('term').textContent).toBe('Guard')
  expect(page.getByRole('definition').textContent).toBe('Checks vehicles at the gate.')
})
