import {ImageResponse} from 'next/og'
import sharp from 'sharp'
import {shareImageSize} from '@/lib/constants'
import {type ScreenBlock, screenShape} from '@/sanity/blocks/screen/projection'
import type {PageData} from '@/sanity/presentContent'
import type {Hue} from '@/sanity/projections/product'
import {dropMissingGlyphs, loadFonts} from './fonts'
import {textsIn} from './ScreenPicture'
import {illustrativeNote, MarkImage, markImageSize, ShareImage, type ShareImageProps} from './ShareImage'

/** Longer leads are cut at a sentence or clause, or else at this length. */
const leadLengths = {zh: 64, en: 130}

export interface ShareImageContent extends Omit<ShareImageProps, 'screen'> {
  picture?: PageData['picture'] | undefined
}

/**
 * Renders a page's image as PNG. Characters missing from the font are left out, so that no fallback font is fetched.
 */
export async function drawShareImage({picture, ...content}: ShareImageContent): Promise<ImageResponse> {
  const {locale, hue} = content
  const title = dropMissingGlyphs(content.title)
  const register = dropMissingGlyphs(content.register)
  const siteName = dropMissingGlyphs(content.siteName)
  const tagline = dropMissingGlyphs(content.tagline ?? '')
  const description = shorten(dropMissingGlyphs(content.description), leadLengths[locale])
  const screen = drawableScreen(picture)
  const shown = screen ? textsIn(screen) + illustrativeNote(locale) : description
  const fonts = [
    ...(await loadFonts(`${title}${register}${screen ? shown : ''}`, 700)),
    ...(await loadFonts(`${register}${siteName}${tagline} · ${shown}`, 400)),
  ]
  return new ImageResponse(
    <ShareImage
      title={title}
      register={register}
      siteName={siteName}
      tagline={tagline}
      description={description}
      hue={hue}
      locale={locale}
      screen={screen}
    />,
    {
      ...shareImageSize,
      fonts,
    },
  )
}

/** Renders the mark as a 16-colour PNG: every visitor loads it. */
export async function drawMark(mark: {code?: string | undefined; hue?: Hue | undefined}): Promise<Response> {
  const fonts = await loadFonts(mark.code ?? 'A', 700)
  const drawn = new ImageResponse(<MarkImage {...mark} />, {...markImageSize, fonts})
  const palette = sharp(await drawn.arrayBuffer()).png({palette: true, colours: 16, effort: 10})
  return new Response(new Uint8Array(await palette.toBuffer()), {headers: drawn.headers})
}

/** The screen without characters that the font lacks; undefined if there is none, or nothing is left of it. */
function drawableScreen(picture: PageData['picture'] | undefined): ScreenBlock | undefined {
  const text = JSON.stringify(picture ?? null, (_, value: unknown) =>
    typeof value === 'string' ? dropMissingGlyphs(value) : value,
  )
  return screenShape.safeParse(JSON.parse(text)).data
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  const end = Math.max(...['。', '；', '，', '. ', '; ', ', '].map((sign) => cut.lastIndexOf(sign)))
  return end > length / 2 ? `${cut.slice(0, end)}…` : `${cut}…`
}
