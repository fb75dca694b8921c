/** Put in by `sanity.cli.ts`, which reads the environment. */
declare const __CONTENT_SOURCE__: import('../env.ts').ContentSource
