import type {Area} from '../Feature.ts'

export const assets: Area = {
  title: 'HTTP: assets',
  introduction: '',
  file: 'src/assets/assets.test.ts',
  features: [
    [
      '`POST /assets/images`',
      'partly',
      'becomes the document that hosted Sanity makes',
      'dimensions, palette, LQIP, `isOpaque`, `hasAlpha`; not EXIF, location, BlurHash',
    ],
    ['`POST /assets/files`', 'yes', 'keeps its name for downloads and can be read in parts'],
    ['Same bytes, same asset', 'yes', 'is the same asset when the same bytes come twice'],
    [
      '`/images/…` with parameters',
      'partly',
      'draws what its parameters ask for',
      '`w` `h` `dpr` `rect` `fit` `crop` `fp-x` `fp-y` `or` `flip` `blur` `bg` `q` `fm` `auto=format` `dl` `dlRaw`; others are ignored',
    ],
  ],
}
