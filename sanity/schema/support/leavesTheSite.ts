import {basePath} from '../../../lib/constants.ts'
import {parseLocalePath} from '../../../lib/urls.ts'
import {hint} from './bilingual.ts'

const message = hint(
  '这是本网站的页面：请删去这个链接，改用“站内链接”从列表中选择，它会跟随读者的语言。',
  'This is a page of our own: remove the link and use “Link to a page”, which is chosen from a list and follows the reader’s language.',
)

/**
 * A rule for the address of a link to another site: it is not one of ours, whose links are chosen and never typed. Known
 * by its path, under whichever host the site is reached.
 */
export function leavesTheSite(href: string | undefined): true | string {
  if (href === undefined || !URL.canParse(href)) return true
  const {pathname} = new URL(href)
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`)
  return isBelow && parseLocalePath(pathname.slice(basePath.length) || '/') ? message : true
}
