/** Who else is in a document: Sanity brings these words only where releases are on, and lists show them all the same. */
export default {
  'presence.tooltip.one-without-release': '{{displayName}} is editing this document right now',
  'presence.tooltip.other': '{{count}} people are editing this document right now',
}
