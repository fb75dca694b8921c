import sharp from 'sharp'
import type {JsonObject} from '../types.ts'

interface Swatch {
  rgb: [number, number, number]
  population: number
  saturation: number
  lightness: number
}

/** The kinds of swatch that hosted Sanity looks for, by ideal lightness and saturation and the range it accepts. */
const KINDS = {
  darkMuted: {lightness: [0.26, 0, 0.45], saturation: [0.3, 0, 0.4]},
  muted: {lightness: [0.5, 0.3, 0.7], saturation: [0.3, 0, 0.4]},
  lightMuted: {lightness: [0.74, 0.55, 1], saturation: [0.3, 0, 0.4]},
  darkVibrant: {lightness: [0.26, 0, 0.45], saturation: [1, 0.35, 1]},
  vibrant: {lightness: [0.5, 0.3, 0.7], saturation: [1, 0.35, 1]},
  lightVibrant: {lightness: [0.74, 0.55, 1], saturation: [1, 0.35, 1]},
} as const

const SAMPLE_SIZE = 64

function toSwatch(rgb: [number, number, number], population: number): Swatch {
  const max = Math.max(...rgb) / 255
  const min = Math.min(...rgb) / 255
  const lightness = (max + min) / 2
  const saturation = max === min ? 0 : (max - min) / (1 - Math.abs(2 * lightness - 1))
  return {rgb, population, saturation, lightness}
}

/** The colours of an image in 4096 buckets, most frequent first; transparent pixels do not count. */
async function swatchesOf(image: Buffer): Promise<Swatch[]> {
  const pixels = await sharp(image)
    .resize(SAMPLE_SIZE, SAMPLE_SIZE, {fit: 'fill'})
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  const buckets = new Map<number, [red: number, green: number, blue: number, count: number]>()
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(i, i + 4)
    if (alpha < 128) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const sum = buckets.get(key) ?? [0, 0, 0, 0]
    buckets.set(key, [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + 1])
  }
  return [...buckets.values()]
    .map(([red, green, blue, n]) => toSwatch([Math.round(red / n), Math.round(green / n), Math.round(blue / n)], n))
    .sort((a, b) => b.population - a.population)
}

function swatchDocument({rgb, population}: Swatch): JsonObject {
  const [red, green, blue] = rgb
  const isLight = (red * 299 + green * 587 + blue * 114) / 1000 > 150
  const text = isLight ? '#000' : '#fff'
  const background = `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  const share = Math.round((population / SAMPLE_SIZE ** 2) * 10_000) / 100
  return {_type: 'sanity.imagePaletteSwatch', background, foreground: text, title: text, population: share}
}

/** The `palette` of an image asset: its dominant colour, and the best swatch of each kind that occurs in it. */
export async function paletteOf(image: Buffer): Promise<JsonObject | undefined> {
  const swatches = await swatchesOf(image)
  const [dominant] = swatches
  if (!dominant) return undefined
  const palette: JsonObject = {_type: 'sanity.imagePalette', dominant: swatchDocument(dominant)}
  for (const [kind, {lightness, saturation}] of Object.entries(KINDS)) {
    const score = (swatch: Swatch) =>
      3 * (1 - Math.abs(swatch.saturation - saturation[0])) +
      6.5 * (1 - Math.abs(swatch.lightness - lightness[0])) +
      0.5 * (swatch.population / dominant.population)
    const fitting = swatches.filter(
      (swatch) =>
        swatch.saturation >= saturation[1] &&
        swatch.saturation <= saturation[2] &&
        swatch.lightness >= lightness[1] &&
        swatch.lightness <= lightness[2],
    )
    const best = fitting.sort((a, b) => score(b) - score(a))[0]
    if (best) palette[kind] = swatchDocument(best)
  }
  return palette
}
