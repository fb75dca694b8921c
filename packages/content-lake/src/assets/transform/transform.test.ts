import {describe, expect, it} from 'vitest'
import {chooseFormat, parseTransform, type Transform} from './parseTransform.ts'
import {planResize} from './planResize.ts'

function parse(query: string): Transform {
  const transform = parseTransform(new URLSearchParams(query))
  if (!transform) throw new Error(`"${query}" asks for the original`)
  return transform
}
const plan = (query: string, image = {width: 400, height: 200}) => planResize(image, parse(query))

describe('parameters', () => {
  it('that do not change the image ask for the original', () => {
    expect(parseTransform(new URLSearchParams('dl=name'))).toBeUndefined()
    expect(parseTransform(new URLSearchParams('w=100&dlRaw=true'))).toBeUndefined()
  })

  it.each([
    'w=0',
    'w=-5',
    'w=abc',
    'w=',
    'w=9000',
    'h=1e9',
    'dpr=0',
    'dpr=99',
    'rect=1,2,3',
    'rect=0,0,0,10',
    'rect=-1,0,5,5',
    'fit=stretch',
    'fm=exe',
    'auto=everything',
    'q=101',
    'q=1.5',
    'crop=middle',
    'fp-x=2',
    'or=45',
    'flip=x',
    'blur=-1',
    'bg=red',
    'sat=50',
    'sharp=101',
    'invert=1',
    'pad=-1',
    'pad=1.5',
    'frame=2',
    'min-w=0',
    'max-h=none',
    // Nothing that Sanity documents, or nothing at all: ignored, it would go unnoticed.
    'border=1,f00',
    'v=2',
    'W=100',
    '__proto__=1',
    'w=100&w=200',
    'dl=a&dl=b',
  ])('%s is refused with a sentence that names it', (query) => {
    expect(() => parse(query)).toThrow(`"${query.split('=')[0]}"`)
  })

  it('multiply sides by the device pixel ratio, up to the longest side', () => {
    expect(parse('w=100&dpr=2')).toMatchObject({width: 200})
    expect(parse('w=8000&dpr=3')).toMatchObject({width: 8192})
  })
})

describe('sizes', () => {
  it('keep the proportions when one side is given', () => {
    expect(plan('w=100')).toEqual({width: 100, height: 50})
    expect(plan('h=100')).toEqual({width: 200, height: 100})
  })

  it('follow fit', () => {
    expect(plan('w=100&h=100')).toEqual({width: 100, height: 50})
    expect(plan('w=800&h=800&fit=max')).toEqual({width: 400, height: 200})
    expect(plan('w=800&fit=max')).toEqual({width: 400, height: 200})
    expect(plan('w=100&h=100&fit=scale')).toEqual({width: 100, height: 100})
    expect(plan('w=100&h=100&fit=fill')).toEqual({width: 100, height: 50, canvas: {width: 100, height: 100}})
    expect(plan('w=800&h=800&fit=fillmax')).toEqual({width: 400, height: 200, canvas: {width: 800, height: 800}})
    expect(plan('w=800&h=800&fit=min')).toMatchObject({width: 200, height: 200})
  })

  it('crop around the middle, an edge or the focal point, and stay inside', () => {
    const at = (query: string) => plan(`w=100&h=100&fit=crop${query}`).extract
    expect(at('')).toEqual({left: 100, top: 0, width: 200, height: 200})
    expect(at('&crop=left')).toMatchObject({left: 0})
    expect(at('&crop=top,right')).toMatchObject({left: 200, top: 0})
    expect(at('&crop=focalpoint&fp-x=0.3&fp-y=0.5')).toMatchObject({left: 20})
    expect(at('&fp-x=0.99')).toMatchObject({left: 200})
  })

  it('stay within bounds, in proportion, the upper ones first', () => {
    expect(plan('max-w=100')).toEqual({width: 100, height: 50})
    expect(plan('min-h=400')).toEqual({width: 800, height: 400})
    expect(plan('w=50&min-w=100&max-h=40')).toEqual({width: 80, height: 40})
    expect(plan('w=100&h=100&fit=fill&max-w=50')).toEqual({width: 50, height: 25, canvas: {width: 50, height: 50}})
  })

  it('grow by the padding', () => {
    expect(plan('w=100&pad=10')).toEqual({width: 100, height: 50, canvas: {width: 120, height: 70}})
    expect(plan('w=100&pad=10&dpr=2')).toMatchObject({canvas: {width: 240, height: 140}})
  })

  it('with too many pixels are refused', () => {
    expect(() => plan('w=8000&h=3200&fit=crop')).toThrow('25 megapixels')
    expect(() => plan('w=2000&h=2000&dpr=4&fit=scale')).toThrow('25 megapixels')
    expect(() => plan('w=5000&h=4990&pad=100&fit=scale')).toThrow('25 megapixels')
    expect(() => plan('min-w=8192&min-h=8192')).toThrow('25 megapixels')
    expect(() => plan('w=8000', {width: 10, height: 1000})).toThrow('too many pixels')
  })
})

describe('format', () => {
  const choose = (query: string, accept: string, extension = 'jpg') => chooseFormat(parse(query), extension, accept)

  it('is the best one that the browser accepts with auto=format', () => {
    expect(choose('auto=format', 'image/avif,image/webp,*/*')).toBe('avif')
    expect(choose('auto=format', 'image/webp,*/*')).toBe('webp')
    expect(choose('auto=format', '*/*')).toBe('jpg')
    expect(choose('auto=format&fm=png', '*/*')).toBe('png')
  })

  it('keeps animations moving', () => {
    expect(choose('auto=format', 'image/avif,image/webp', 'gif')).toBe('webp')
  })

  it('is the one asked for, else that of the original', () => {
    expect(choose('fm=pjpg', 'image/avif', 'png')).toBe('jpg')
    expect(choose('w=5', 'image/avif', 'png')).toBe('png')
    expect(choose('w=5', '', 'tiff')).toBe('png')
  })
})
