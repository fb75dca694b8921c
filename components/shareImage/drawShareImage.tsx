import {ImageResponse} from 'next/og'
import sharp from 'sharp'
import type {Hue} from '@/sanity/projections/product'
import {loadFonts, settable} from './fonts'
import {MarkImage, markImageSize, ShareImage, type ShareImageProps, shareImageSize} from './ShareImage'

/** Longer leads are cut at a sentence or clause, or else at this length. */
const leadLengths = {zh: 64, en: 130}

/**
 * Renders a page's image as PNG. Characters missing from the font are left out, so that no fallback font is fetched.
 */
export async function drawShareImage(content: ShareImageProps): Promise<ImageResponse> {
  const {locale, hue} = content
  const title = settable(content.title)
  const register = settable(content.register)
  const siteName = settable(content.siteName)
  const description = shorten(settable(content.description), leadLengths[locale])
  const fonts = [
    ...(await loadFonts(`${title}${register}`, 700)),
    ...(await loadFonts(`${description}${siteName}`, 400)),
  ]
  return new ImageResponse(<ShareImage {...{title, register, siteName, description, hue, locale}} />, {
    ...shareImageSize,
    fonts,
  })
}

/** Renders the mark as a 16-colour PNG: every visitor loads it. */
export async function drawMark(mark: {code?: string | undefined; hue?: Hue | undefined}): Promise<Response> {
  const fonts = await loadFonts(mark.code ?? 'A', 700)
  const drawn = new ImageResponse(<MarkImage {...mark} />, {...markImageSize, fonts})
  const palette = sharp(await drawn.arrayBuffer()).png({palette: true, colours: 16, effort: 10})
  return new Response(new Uint8Array(await palette.toBuffer()), {headers: drawn.headers})
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  const end = Math.max(...['。', '；', '，', '. ', '; ', ', '].map((sign) => cut.lastIndexOf(sign)))
  return end > length / 2 ? `${cut.slice(0, end)}…` : `${cut}…`
}
