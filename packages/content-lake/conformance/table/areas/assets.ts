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
      'dimensions, palette, LQIP, `isOpaque`, `hasAlpha`; not EXIF, location, BlurHash; refusals have a `reason`',
    ],
    ['`POST /assets/files`', 'yes', 'keeps its name for downloads and can be read in parts'],
    ['Same bytes, same asset', 'yes', 'is the same asset when the same bytes come twice'],
    [
      'Asset documents',
      'partly',
      'is made by an upload, or by somebody who may do everything',
      'what they say of their file is never changed, and only tokens and administrators create them without an upload',
      'src/documents/immutable.test.ts',
    ],
    [
      '`/images/…` with parameters',
      'yes',
      'draws what its parameters ask for',
      'all that `@sanity/image-url` writes; any other is a 400 that names it, and so is one given twice',
    ],
  ],
}
