/**
 * How a page runs in the browser, as its head says in `<meta name="page-mode">`:
 * - `light`: HTML, CSS and the site's module (`browser/site.ts`), which swaps pages. Next's scripts are left out.
 * - `draft`: a preview. Next hydrates it, and its router navigates.
 * - neither: a whole page. Next hydrates it, and the browser loads the pages that its links lead to.
 */
export type PageMode = 'light' | 'draft'

export const pageModeName = 'page-mode'

/** The element of a light page, as React writes it. */
export const lightMark = `<meta name="${pageModeName}" content="light"/>`

/** The same as it is served, with the id of the build: pages of one build can take each other's place. */
export const lightMarkOf = (build: string) => `<meta name="${pageModeName}" content="light" data-build="${build}"/>`
