/** Texts of drafts with a time to be published, which the official Chinese locale lacks. */
export default {
  'action.schedule-publish': '定时发布',
  'action.schedule-publish-error': '没能定时发布',
  'action.schedule-publish-success': '已定好发布时间',
  'action.schedule-publish-success-description': '将在 {{publishAt}} 发布',
  'action.schedule-publish.disabled.cardinality-one': '这份文档已有定时发布的草稿。',
  'action.schedule-publish.disabled.validation-issues': '草稿有错误，不能定时发布。',
  'action.schedule-publish.disabled.variant': '变体还不能定时发布。',
  'empty-state.action.documentation': '使用说明',
  'empty-state.description': '草稿定好时间以后锁定，到时自动发布。',
  'empty-state.title': '定时发布的草稿',
}
