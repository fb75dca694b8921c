import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'

interface Words {
  title: string
  description: string
}

/** The lake's own roles. */
const builtIn: ReadonlyMap<string, Words> = new Map([
  [
    'administrator',
    {
      title: label('管理员', 'Administrator'),
      description: label('可以做一切，包括管理人员。', 'Can do everything, including managing people.'),
    },
  ],
  [
    'editor',
    {
      title: label('编辑（一切内容）', 'Editor (all content)'),
      description: label(
        '修改并发布一切内容，不管理人员。',
        'Edits and publishes all content, but does not manage people.',
      ),
    },
  ],
  [
    'viewer',
    {
      title: label('只读', 'Viewer'),
      description: label('查看一切内容，什么也不改。', 'Reads all content, changes nothing.'),
    },
  ],
])

/** A role's title in the Studio's language. */
export const roleTitle = ({name, title}: {name: string; title: string}): string =>
  builtIn.get(name)?.title ?? inLanguage(title, ' · ')

/** A role's description in the Studio's language. */
export const roleDescription = ({name, description}: {name: string; description: string}): string =>
  builtIn.get(name)?.description ?? inLanguage(description, '。 ')

/** The site's roles have both languages in one text, as the lake shows it to others. */
function inLanguage(text: string, separator: ' · ' | '。 '): string {
  const at = text.indexOf(separator)
  if (at < 0) return text
  const end = separator === '。 ' ? '。' : ''
  return editorLocale() === 'zh' ? text.slice(0, at) + end : text.slice(at + separator.length)
}
