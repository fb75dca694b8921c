/** `title` is within `title`, and `title.zh` and `title[0]` too. Paths are as text, as in the ids of the form's elements. */
export function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`)
}
