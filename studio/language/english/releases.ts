/** Texts of presence in lists: Sanity loads them only with releases, but shows them without. */
export default {
  'presence.tooltip.one-without-release': '{{displayName}} is editing this document right now',
  'presence.tooltip.other': '{{count}} people are editing this document right now',
}
