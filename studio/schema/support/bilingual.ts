/** A label in both languages, as fields, groups and lists carry it: `标题 · Title`. */
export function label(zh: string, en: string): string {
  return zh === en ? zh : `${zh} · ${en}`
}

/** A description or message in both languages, Chinese first. */
export function hint(zh: string, en: string): string {
  return `${zh} ${en}`
}
