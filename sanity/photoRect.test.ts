import {expect, it} from 'vitest'
import {documentOf} from '@/components/testing/fixtures'
import {photoRect} from './photoRect'

const asset = {
  ...documentOf('sanity.imageAsset', 'image-a'),
  url: 'https://cdn.example/a.png',
  width: 1200,
  height: 600,
}

it('takes the middle of a picture that is too wide', () => {
  expect(photoRect({asset}, 1.5)).toEqual({left: 150, top: 0, width: 900, height: 600})
})

it('keeps the hotspot in the middle as far as the edges allow', () => {
  expect(photoRect({asset, hotspot: {x: 0.4, y: 0.5}}, 1.5)).toMatchObject({left: 30, width: 900})
  expect(photoRect({asset, hotspot: {x: 0.1, y: 0.5}}, 1.5)).toMatchObject({left: 0, width: 900})
  expect(photoRect({asset, hotspot: {x: 1, y: 0.5}}, 1.5)).toMatchObject({left: 300, width: 900})
})

it('shows nothing of what the editor cropped away', () => {
  const crop = {left: 0.5, right: 0, top: 0.1, bottom: 0.1}
  expect(photoRect({asset, crop, hotspot: {x: 0.1, y: 0}}, 1.5)).toEqual({left: 600, top: 60, width: 600, height: 400})
})

it.each([
  {width: 1, height: 1},
  {width: 12_000, height: 1},
  {width: 1, height: 900},
])('takes at least a pixel of one of $width × $height, all of it within', (size) => {
  for (const crop of [undefined, {left: 0.3, right: 0.69, top: 0.999, bottom: 0}]) {
    const {left, top, width, height} = photoRect({asset: {...asset, ...size}, crop, hotspot: {x: 1, y: 1}}, 1.9)
    expect([width, height].every((side) => side >= 1)).toBe(true)
    expect([left >= 0, top >= 0, left + width <= size.width, top + height <= size.height]).toEqual(Array(4).fill(true))
  }
})

it('takes a strip of a picture that is too high', () => {
  const upright = {...asset, width: 600, height: 1200}
  expect(photoRect({asset: upright, hotspot: {x: 0.5, y: 0.75}}, 1.5)).toEqual({
    left: 0,
    top: 700,
    width: 600,
    height: 400,
  })
})
