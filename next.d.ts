// The content of next-env.d.ts, for type checks on a clone that was never built: CSS modules, images, Next's own types.
/// <reference types="next" />
/// <reference types="next/image-types/global" />

/** The URL of a module for the browser; see `browser/bundleModule.cjs`. */
declare module '*.bundle' {
  const url: string
  export default url
}
