import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'

const builtIn: Readonly<Record<string, string>> = {
  administrator: label('管理员', 'Administrator'),
  editor: label('编辑（一切内容）', 'Editor (all content)'),
  viewer: label('只读', 'Viewer'),
}

/** A role's title in the Studio's language. */
export const roleTitle = ({name, title}: {name: string; title: string}): string =>
  builtIn[name] ?? inLanguage(title, ' · ')

const builtInDescriptions: Readonly<Record<string, string>> = {
  administrator: label('可以做一切，包括管理人员。', 'Can do everything, including managing people.'),
  editor: label('修改并发布一切内容，不管理人员。', 'Edits and publishes all content, but does not manage people.'),
  viewer: label('查看一切内容，什么也不改。', 'Reads all content, changes nothing.'),
}

/** A role's description in the Studio's language. */
export const roleDescription = ({name, description}: {name: string; description: string}): string =>
  builtInDescriptions[name] ?? inLanguage(description, '。 ')

/** The site's roles have both languages in one text, as the lake shows it to others. */
function inLanguage(text: string, separator: ' · ' | '。 '): string {
  const at = text.indexOf(separator)
  if (at < 0) return text
  const end = separator === '。 ' ? '。' : ''
  return editorLocale() === 'zh' ? text.slice(0, at) + end : text.slice(at + separator.length)
}
