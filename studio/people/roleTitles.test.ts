import {expect, test} from 'vitest'
import {roleDescription, roleTitle} from './roleTitles.ts'

test('a role has its own words, whatever it is called, and the lake’s roles have the Studio’s', () => {
  const role = {title: '装配 · Assembler', description: '装配样件。 Assembles samples.'}
  for (const name of ['constructor', 'toString', '__proto__', 'assembler']) {
    expect([roleTitle({name, ...role}), roleDescription({name, ...role})]).toEqual(['装配', '装配样件。'])
  }
  expect(roleTitle({name: 'viewer', ...role})).toContain('只读')
})
