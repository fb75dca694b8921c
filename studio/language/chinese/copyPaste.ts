/** Texts of copying and pasting fields that the official Chinese locale leaves in English. */
export default {
  'copy-paste.on-paste.validation.read-only-fields-skipped.description': '已跳过只读字段：{{fieldNames}}',
  'copy-paste.on-paste.validation.read-only-fields-skipped-truncated.description':
    '已跳过只读字段：{{fieldNames}} 等 {{count}} 个',
}
