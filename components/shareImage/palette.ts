import type {Hue} from '@/sanity/projections/product'

/** The light scheme's tokens, for images; a test compares them with `app/globals.css`. */
export const palette = {
  paper: '#fbfaf5',
  sheet: '#fffefa',
  ink: '#10192b',
  'ink-soft': '#465065',
  'ink-faint': '#626c80',
  line: '#dddbd0',
  'line-strong': '#8d8d84',
  teal: '#08786f',
  violet: '#5e45c8',
  amber: '#946000',
  vermilion: '#c03516',
} as const

/** Each product's line pattern, as `--stroke`. */
export const strokes: Record<Hue, string> = {teal: 'none', violet: '16 5', amber: '18 4 2 4', vermilion: '5 4'}
