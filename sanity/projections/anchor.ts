/** What a scenario may be called in links: the same for the Studio's rule and the site's addresses. */
export const anchorPattern = /^[a-z][a-z0-9]{0,23}$/
