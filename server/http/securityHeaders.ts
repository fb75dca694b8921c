/**
 * Headers of every answer, whoever makes it: pages, errors, redirects, files and APIs. The Content-Security-Policy is
 * added to each page on its own (`lib/pageCache`).
 */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Two years and all subdomains, as the preload list asks; browsers heed it over HTTPS only.
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
} as const

/** What a draft leaves out, so that Presentation can frame it, or open it in a window and keep talking to it. */
export const draftHeaders = ['X-Frame-Options', 'Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy'] as const
