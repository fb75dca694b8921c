/**
 * Takes the place of `exif-component` in the bundle, which is under the LGPL. Sanity asks it for the orientation of a
 * picture that is being uploaded, to turn its preview; browsers have turned pictures themselves since 2020.
 */
export default function readExif(): {orientation?: string} {
  return {}
}
