import {renderToStaticMarkup} from 'react-dom/server'
import {expect, test} from 'vitest'
import {LanguageFrame} from './DocumentInput.tsx'

test.each([
  [['title', 'zh'], 'lang="zh-CN"'],
  [['blocks', {_key: 'a'}, 'heading', 'en'], 'lang="en"'],
  [['title'], 'no language'],
  [[], 'no language'],
])('the input of %j has the language of its text', (path, language) => {
  const html = renderToStaticMarkup(
    <LanguageFrame path={path}>
      <input />
    </LanguageFrame>,
  )
  expect(/lang="[^"]*"/.exec(html)?.[0] ?? 'no language').toBe(language)
})
