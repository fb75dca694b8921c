import {join} from 'node:path'
import sharp, {type Sharp} from 'sharp'
import {expect, test} from 'vitest'
import {root} from '../../scripts/product/paths.ts'

const pixelsOf = async (image: Sharp) => [...(await image.removeAlpha().raw().toBuffer())]

test.each([
  ['apple-touch-icon.png', 180],
  ['apple-touch-icon-167.png', 167],
])('the home screen’s %s is the mark of icon.svg, opaque, %i pixels wide', async (name, size) => {
  const icon = sharp(join(root, 'public', name))
  expect(await icon.metadata()).toMatchObject({width: size, height: size, hasAlpha: false})
  const mark = sharp(join(root, 'public/icon.svg'), {density: (72 * size) / 32}).resize(size, size)
  const [drawn, expected] = await Promise.all([pixelsOf(icon), pixelsOf(mark)])
  const difference = drawn.reduce((sum, value, index) => sum + Math.abs(value - (expected[index] ?? 0)), 0)
  // Of 255: the file has 16 colours.
  expect(difference / drawn.length).toBeLessThan(4)
})
