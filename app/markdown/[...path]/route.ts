import {notFound} from 'next/navigation'
import {markdownResponse} from '@/app/_site/copies'
import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {markdownPath} from '@/lib/urls'

export const dynamic = 'force-static'
export const dynamicParams = false
export const revalidate = 3600

const pages = routes.flatMap((route) => locales.map((locale) => ({locale, route, path: markdownPath(locale, route)})))

export function generateStaticParams() {
  return pages.map(({path}) => ({path: path.slice(1).replace(/\.md$/, '').split('/')}))
}

/** A page as Markdown, revalidated with its page. `next.config.ts` leads `/about.md` here. */
export async function GET(_request: Request, {params}: {params: Promise<{path: string[]}>}) {
  const {path} = await params
  const target = pages.find((page) => page.path === `/${path.join('/')}.md`)
  return target ? markdownResponse(target.locale, target.route) : notFound()
}
