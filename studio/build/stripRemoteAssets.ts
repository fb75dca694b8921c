const fontFaces = /@font-face\s*\{[^}]*\}/g
const scripts = /<script\b[^>]*\ssrc="https?:\/\/[^>]*><\/script>\s*/g

/** Takes web fonts and scripts of other hosts out of a style sheet or a page; the Studio then uses the system's fonts. */
export function stripRemoteAssets(source: string): string {
  return source.replace(fontFaces, (rule) => (/https?:\/\//.test(rule) ? '' : rule)).replace(scripts, '')
}
