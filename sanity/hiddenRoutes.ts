import {cache} from 'react'

/**
 * Hidden routes, which links must not lead to. Shared by the server components of one request; empty outside of one.
 */
export const hiddenRoutes = cache((): Set<string> => new Set())
