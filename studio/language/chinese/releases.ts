/** Texts of presence in lists: Sanity loads them only with releases, but shows them without. */
export default {
  'presence.tooltip.one-without-release': '{{displayName}} 正在编辑这份文档',
  'presence.tooltip.other': '{{count}} 个人正在编辑这份文档',
}
