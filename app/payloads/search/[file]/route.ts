import {notFound} from 'next/navigation'
import {searchIndexResponse} from '@/app/_site/copies'
import {locales} from '@/lib/locales'
import {searchIndexPath} from '@/lib/urls'

export const dynamic = 'force-static'
export const dynamicParams = false
export const revalidate = 3600

const files = locales.map((locale) => ({locale, file: searchIndexPath(locale).replace('/payloads/search/', '')}))

export function generateStaticParams() {
  return files.map(({file}) => ({file}))
}

/** The search index of a language, revalidated with every page. */
export async function GET(_request: Request, {params}: {params: Promise<{file: string}>}) {
  const {file} = await params
  const found = files.find((candidate) => candidate.file === file)
  return found ? searchIndexResponse(found.locale) : notFound()
}
