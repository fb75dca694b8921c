import {basePath} from '../../../lib/constants.ts'
import {parseLocalePath} from '../../../lib/urls.ts'
import {hint} from './bilingual.ts'

const message = hint(
  '这是本网站的页面：请删去这个链接，改用“站内链接”从列表中选择，它会跟随读者的语言。',
  'This is a page of our own: remove the link and use “Link to a page” instead: you choose the page from a list, and it follows the reader’s language.',
)

/**
 * Rule for a URL: it is not one of the site's own pages, which are linked by choosing from a list. Compares paths only, as
 * the site may be reached under several hosts.
 */
export function requireExternalUrl(href: string | undefined): true | string {
  if (href === undefined || !URL.canParse(href)) return true
  const {pathname} = new URL(href)
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`)
  return isBelow && parseLocalePath(pathname.slice(basePath.length).replace(/\/+$/, '') || '/') ? message : true
}
