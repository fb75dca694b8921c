import {OUTPUT_FORMATS, type OutputFormat, type Transform} from './Transform.ts'

interface FormatRequest {
  transform: Transform
  extension: string
  accept: string
}

/** The format to answer in: what `auto=format` finds in the Accept header, else `fm`, else the original's. */
export function chooseFormat({transform, extension, accept}: FormatRequest): OutputFormat {
  const fallback = transform.format ?? OUTPUT_FORMATS.find((format) => format === extension) ?? 'png'
  if (!transform.auto) return fallback
  // An animation would lose its frames as AVIF.
  if (accept.includes('image/avif') && extension !== 'gif') return 'avif'
  return accept.includes('image/webp') ? 'webp' : fallback
}
