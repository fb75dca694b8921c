/** Defined by Vite, see `studio/sanity.cli.ts`. */
declare const __CONTENT_SOURCE__: import('../env.ts').ContentSource
