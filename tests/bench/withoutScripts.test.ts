import {expect, it} from 'vitest'
import {withoutScripts} from './withoutScripts.ts'

it('scripts go, with the hints that load them, and all else stays', () => {
  const kept = '<link rel="stylesheet" href="/a.css"><link rel="preload" as="image" href="/a.webp"><h1>A</h1>'
  const scripts =
    '<link rel="preload" as="script" href="/a.js"/><script src="/a.js" async=""></script><script>self.x = "<p>"</script>'
  expect(withoutScripts(`${scripts}${kept}${scripts}`)).toBe(kept)
})
