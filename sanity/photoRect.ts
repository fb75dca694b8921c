import type {z} from 'zod'
import {shareImageSize} from '../lib/constants.ts'
import type {PicturePart} from '../lib/urls.ts'
import type {croppedShape} from './projections/photo.ts'

/** Aspect ratio of every photograph on a page. */
export const photoRatio = 3 / 2

/** Aspect ratio of a picture that chats and social apps show beside a link. */
export const shareRatio = shareImageSize.width / shareImageSize.height

/**
 * Returns the visible part of a picture, in its own pixels: the largest rectangle of an aspect ratio within the
 * editor's crop, centred on the hotspot as far as the edges allow.
 */
export function photoRect({asset, crop, hotspot}: z.output<typeof croppedShape>, ratio: number): PicturePart {
  const {top, bottom, left, right} = crop ?? {top: 0, bottom: 0, left: 0, right: 0}
  const whole = {
    left: left * asset.width,
    top: top * asset.height,
    width: Math.max(1, (1 - left - right) * asset.width),
    height: Math.max(1, (1 - top - bottom) * asset.height),
  }
  // Of a single row of pixels less than one would be left.
  const width = Math.max(1, Math.floor(Math.min(whole.width, whole.height * ratio)))
  const height = Math.max(1, Math.floor(Math.min(whole.height, whole.width / ratio)))
  const middle = {x: (hotspot?.x ?? 0.5) * asset.width, y: (hotspot?.y ?? 0.5) * asset.height}
  const x = Math.round(clamp(middle.x - width / 2, whole.left, whole.left + whole.width - width))
  const y = Math.round(clamp(middle.y - height / 2, whole.top, whole.top + whole.height - height))
  return {left: Math.min(x, asset.width - width), top: Math.min(y, asset.height - height), width, height}
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
