/** Texts of comments that read like a translation in the official Chinese locale, or hold an English name. */
export default {
  'delete-comment.body': '删除后不能恢复。',
  'delete-thread.body': '这条评论和下面的回复会一起删除，删除后不能恢复。',
  'delete-thread.confirm': '删除评论和回复',
  'delete-thread.title': '删除这条评论和回复？',
  'list-item.context-menu-add-reaction': '回应',
  'list-item.context-menu-add-reaction-aria-label': '回应',
  'list-item.layout-posting': '正在发送…',
  'list-status.empty-state-open-text': '这份文档上未解决的评论会列在这里。',
  'list-status.empty-state-open-title': '没有未解决的评论',
  'mentions.unauthorized-user': '不能看这份文档',
  'onboarding.body': '任何字段都可以评论，评论按字段列在这里。',
  'onboarding.header': '给字段写评论',
  'reactions.add-reaction-tooltip': '回应',
  // The English name alone, which `chineseLabels` translates.
  'reactions.react-with-aria-label': '{{reactionName}}',
  'reactions.users-reacted-with-reaction': '<UserList/> <Text>作了这个回应</Text>',
  'status-filter.status-open': '未解决',
  'status-filter.status-open-full': '未解决的评论',
}
