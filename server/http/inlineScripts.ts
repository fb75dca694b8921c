/**
 * The inline scripts that a page of this site may run, by their whole text. Next writes them; what an attacker could
 * smuggle into a page matches none of them, so it gets no hash and the browser refuses it.
 */
const shapes = [
  // The start of the flight data, and each piece of it: one JSON string, nothing after it.
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\(\[0\]\)$/,
  /^self\.__next_f\.push\(\[1,"(?:[^"\\]|\\.)*"\]\)$/,
  // Which chunks the bundler's runtime begins with.
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\(\{"otherChunks":\[(?:"[\w./~-]+",?)*\],"runtimeModuleIds":\[[\d,]+\]\}\);?$/,
]

/** Matches a script element and tells its attributes and its text apart. */
const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** Scripts from a file, and data blocks, which no browser runs. */
const notInline = /\ssrc=|\stype="application\/(?:ld\+)?json"/

/** The texts of the inline scripts of a page that the browser would run, in their order. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(scriptElement)].flatMap(([, attributes = '', text = '']) =>
    text && !notInline.test(attributes) ? [text] : [],
  )
}

/** True for a script that Next writes; see `shapes`. */
export function isKnownScript(text: string): boolean {
  return shapes.some((shape) => shape.test(text))
}
