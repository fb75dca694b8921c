import {describeError} from '../../lib/describeError.ts'
import {hiddenWords, lastWords} from '../../lib/errorWords.ts'
import {languageTags} from '../../lib/locales.ts'
import {sitePath} from '../../lib/urls.ts'

/** How Next begins the document of a page that failed: nothing is in it but what the browser needs to draw the error. */
const shell = '<html id="__next_error__">'
const styleSheets = /:HL\[\\"([^"\\]+\.css)\\"/g
const digest = /\\"digest\\":\\"([^"\\]*)/

/**
 * Gives an error's document words for those who run no scripts: language, title, and the sentence with the way home. In
 * a browser that runs them the error page takes their place. Any other document stays as it is.
 */
export function wordErrorDocument(html: string, {path, status}: {path: string; status: number}): string {
  if (!html.includes(shell)) return html
  const locale = /\/en(\/|$)/.test(path) ? 'en' : 'zh'
  const {title, home} =
    status === 404
      ? {title: hiddenWords[locale].title, home: hiddenWords[locale].backHome}
      : {title: describeError({digest: digest.exec(html)?.[1]}, locale).title, home: lastWords[locale].goHome}
  const styles = [...html.matchAll(styleSheets)].map(([, href]) => `<link rel="stylesheet" href="${href}"/>`).join('')
  const words = `<main class="error-plate"><p class="error-status">${status}</p><h1 class="error-title">${escaped(title)}</h1>
<div class="error-ways"><a href="${sitePath(locale, '/')}">${home}</a></div></main>`
  return html
    .replace(shell, () => shell.replace('<html', `<html lang="${languageTags[locale]}"`))
    .replace('</head>', () => `<title>${escaped(title)}</title><noscript>${styles}</noscript></head>`)
    .replace('<body>', () => `<body><noscript>${words}</noscript>`)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
