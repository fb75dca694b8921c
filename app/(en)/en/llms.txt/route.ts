import {pageListResponse} from '@/app/_site/copies'

export const dynamic = 'force-static'
export const revalidate = 3600

/** The pages in this language, for language models. */
export async function GET() {
  return pageListResponse('en')
}
