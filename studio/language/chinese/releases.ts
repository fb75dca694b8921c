/** Who else is in a document: Sanity brings these words only where releases are on, and lists show them all the same. */
export default {
  'presence.tooltip.one-without-release': '{{displayName}} 正在编辑这份文档',
  'presence.tooltip.other': '{{count}} 个人正在编辑这份文档',
}
