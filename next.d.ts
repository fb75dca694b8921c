// What next-env.d.ts holds, for type checks on a clone that was never built: CSS modules, images, Next's own types.
/// <reference types="next" />
/// <reference types="next/image-types/global" />
