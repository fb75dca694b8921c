import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {palette, strokes} from './palette'

const css = readFileSync('app/globals.css', 'utf8')
const tokens = css.slice(css.indexOf(':root {'))
const light = tokens.slice(0, tokens.indexOf('}'))

it('pictures for sharing have the colours of the site', () => {
  for (const [name, value] of Object.entries(palette)) expect(light, name).toContain(`--${name}: ${value};`)
})

it('and its line patterns', () => {
  for (const [hue, dash] of Object.entries(strokes)) {
    const rule = css.slice(css.indexOf(`[data-hue="${hue}"]`))
    expect(rule.slice(0, rule.indexOf('}')), hue).toContain(`--stroke: ${dash};`)
  }
})
