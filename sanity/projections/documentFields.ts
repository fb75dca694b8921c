/** Fields of every document that a page shows: the page's dependencies and version are derived from them. */
export const documentFields = /* groq */ `_id, _type, _rev, _updatedAt`
