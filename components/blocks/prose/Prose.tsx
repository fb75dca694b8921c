import {stegaClean} from '@sanity/client/stega'
import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {RichText} from '@/components/content/RichText'
import {Section} from '@/components/ui/Section'
import {pictureWidths, sitePicture} from '@/lib/urls'
import type {proseShape} from '@/sanity/blocks/prose/projection'
import {photoRatio, photoRect} from '@/sanity/photoRect'
import type {PhotoValue} from '@/sanity/projections/photo'
import styles from './Prose.module.css'

/** Rich text, with an optional photo. */
export function Prose({block, context}: BlockProps<z.output<typeof proseShape>>) {
  return (
    <Section block={block} layout="split">
      <div className={block.heading ? styles.besideHeading : undefined}>
        <RichText value={block.body} locale={context.locale} headingLevel={block.heading ? 3 : 2} />
        {block.photo && <Photo photo={block.photo} />}
      </div>
    </Section>
  )
}

/**
 * An uploaded photo, cropped around its hotspot. Served from the site's own origin as AVIF or WebP, lazy, with reserved
 * space and a blurred placeholder.
 */
function Photo({photo}: {photo: PhotoValue}) {
  const {asset, caption} = photo
  const part = photoRect(photo, photoRatio)
  const source = stegaClean(asset.url)
  const hint = asset.lqip ? `center / cover url("${stegaClean(asset.lqip)}")` : 'var(--line)'
  // Behind a transparent picture it would stay visible.
  const background = asset.isOpaque === false ? undefined : hint
  return (
    <figure style={{marginBlockStart: 'var(--s6)'}}>
      {/* biome-ignore lint/performance/noImgElement: next/image would send its code to every page; this needs none. */}
      <img
        src={sitePicture(source, 1200, part)}
        srcSet={pictureWidths.map((size) => `${sitePicture(source, size, part)} ${size}w`).join(', ')}
        sizes="(min-width: 64rem) 44rem, calc(100vw - 2.5rem)"
        width={part.width}
        height={part.height}
        alt={photo.alt}
        loading="lazy"
        decoding="async"
        style={{display: 'block', inlineSize: '100%', blockSize: 'auto', background}}
      />
      {caption && (
        <figcaption style={{marginBlockStart: 'var(--s2)', color: 'var(--ink-soft)', fontSize: 'var(--text-small)'}}>
          {caption}
        </figcaption>
      )}
    </figure>
  )
}
