import {expect, it} from 'vitest'
import {serializeForScript} from './serializeForScript.ts'

it('what an editor wrote cannot end the script that holds it, and reads back as written', () => {
  const text = 'a</script><!-- <script>alert(1)</script> \u2028'
  const json = serializeForScript({text})
  expect(json).not.toMatch(/[<\u2028]/)
  expect(JSON.parse(json)).toEqual({text})
})
