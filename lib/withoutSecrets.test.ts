import {expect, test} from 'vitest'
import {withoutSecrets} from './withoutSecrets.ts'

test('what is secret in a variable is taken out of a message', () => {
  const env = {MY_TOKEN: 'abcdefgh', ADDRESS: 'smtp://someone:open%20sesame@host?key=ijklmnop'}
  expect(withoutSecrets('abcdefgh open%20sesame open sesame ijklmnop host', env)).toBe('*** *** *** *** host')
})
