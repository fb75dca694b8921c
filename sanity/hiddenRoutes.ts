import {cache} from 'react'

/**
 * The routes to which no link leads in what is being rendered now. Server components of one request share it; outside
 * of a request it is empty.
 */
export const hiddenRoutes = cache((): Set<string> => new Set())
