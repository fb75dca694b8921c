export const OUTPUT_FORMATS = ['jpg', 'png', 'webp', 'avif', 'gif'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

export const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'min', 'scale'] as const
type Fit = (typeof FITS)[number]

export interface Region {
  left: number
  top: number
  width: number
  height: number
}

/** The parameters of an image URL, checked, with defaults and device pixel ratio applied. */
export interface Transform {
  rect?: Region
  width?: number
  height?: number
  fit: Fit
  /** Which point a crop keeps, as fractions of the image; `entropy` keeps the busiest part. */
  focus: {x: number; y: number} | 'entropy'
  rotate: 0 | 90 | 180 | 270
  flipX: boolean
  flipY: boolean
  /** Bounds of the result, within which it keeps its proportions. */
  minWidth?: number
  maxWidth?: number
  minHeight?: number
  maxHeight?: number
  /** Pixels of background on each side. */
  pad?: number
  blur?: number
  /** From 1 to 100. */
  sharpen?: number
  isInverted: boolean
  isGrey: boolean
  /** `frame=1`: an animation's first picture. */
  isStill: boolean
  /** `rrggbb` or `rrggbbaa`. */
  background?: string
  quality?: number
  format?: OutputFormat
  progressive: boolean
  /** `auto=format`: the best format that the browser accepts. */
  auto: boolean
}
