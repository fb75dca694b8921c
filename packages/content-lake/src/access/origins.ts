import {isIP} from 'node:net'
import type {ResolvedLakeOptions} from '../resolveOptions.ts'

/** `localhost`, 127.0.0.1, ::1 and every `<name>.localhost`: names that never leave the machine. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname.endsWith('.localhost')

/** The host as it stands in a URL: an IPv6 address is in brackets. */
export const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

export const isLoopbackAddress = (host: string): boolean =>
  isLoopbackName(host) || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Returns whether a `Host` header is accepted. Against DNS rebinding: pages can point names here, not addresses. */
export function isOwnHost(
  hostname: string,
  {host, allowedHosts, proxiedHosts}: Pick<ResolvedLakeOptions, 'host' | 'allowedHosts' | 'proxiedHosts'>,
) {
  if (isLoopbackName(hostname) || [inUrl(host), ...allowedHosts, ...proxiedHosts].includes(hostname)) return true
  return !isLoopbackAddress(host) && isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}

/** Returns whether a `Sec-Fetch-Site` header names no other site: a page of this one asks, or no page at all. */
export const isOwnSite = (header: string | null | undefined): boolean =>
  header === null || header === undefined || header === 'same-origin' || header === 'none'

/**
 * Returns whether a page of this origin may use cookies: the lake's own (under any loopback name, if the request came
 * to one) and the configured ones. Ports matter: to SameSite all ports of localhost are one site.
 */
export function isTrustedOrigin(origin: string, requestUrl: string, allowedOrigins: readonly string[]): boolean {
  if (allowedOrigins.includes(origin)) return true
  const [from, to] = [URL.parse(origin), URL.parse(requestUrl)]
  if (!from || !to || from.protocol !== to.protocol || from.port !== to.port) return false
  return from.hostname === to.hostname || (isLoopbackName(from.hostname) && isLoopbackName(to.hostname))
}

/** Why a page of this origin gets no answer. */
export const pageRefusal = (origin: string, {publicUrl}: Pick<ResolvedLakeOptions, 'publicUrl'>): string =>
  isPublicOrigin(origin, {publicUrl})
    ? `A page of ${origin} asks, the lake's own address, through a proxy that does not say so: name it by --trust-proxy (trustedProxies in code), and have it pass on Host and send X-Forwarded-Proto`
    : `The lake does not answer pages of ${origin}. A site that may use it is named by --allow-origin (allowedOrigins in code)`

export const isPublicOrigin = (origin: string, {publicUrl}: Pick<ResolvedLakeOptions, 'publicUrl'>): boolean =>
  publicUrl !== undefined && origin === new URL(publicUrl).origin
