/** In characters. Many times what a page can show, as are the next two. */
export const longestText = 20_000
/** In items. */
export const longestList = 500
/** In characters of all texts of a document. */
export const largestDocument = 500_000
/** Characters that an item of a list counts for, as each is some markup. */
export const itemSize = 100
