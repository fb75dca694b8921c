import {embargo} from './embargo.ts'
import type {PageMiddleware} from './pageMiddleware.ts'

/** Every middleware that a page may name. The Studio offers the same names. */
export const pageMiddleware: ReadonlyMap<string, PageMiddleware> = new Map([['embargo', embargo]])
