/** A page's HTML without scripts and without hints to load any: what it would be as a plain document. */
export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link\b(?=[^>]*\brel="(?:modulepreload|preload)")(?=[^>]*(?:\bas="script"|modulepreload))[^>]*>/g, '')
}
