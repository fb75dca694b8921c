/**
 * What every document that a page shows brings along: the site derives from it which documents a page depends on, and
 * the version of the page.
 */
export const documentFields = /* groq */ `_id, _type, _rev, _updatedAt`
