import {describe, expect, it} from 'vitest'
import {richTextShape} from './richText.ts'
import {choice} from './shape.ts'

describe('shapes', () => {
  it('ignore stega characters in choices', () => {
    const invisible = '\u200b\u200c\u200d\ufeff'.repeat(20)
    expect(choice(['active', 'ended']).parse(`active${invisible}`)).toBe('active')
  })

  it('refuse a link that would run a script', () => {
    const link = {_key: 'm', _type: 'externalLink', href: 'javascript:alert(1)'}
    const block = {_key: 'b', _type: 'block', markDefs: [link], children: []}
    expect(richTextShape.safeParse([block]).success).toBe(false)
  })
})
