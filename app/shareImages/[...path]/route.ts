import {shareImagePaths, shareImageResponse} from '@/app/_site/shareImage'

export const dynamic = 'force-static'
export const dynamicParams = false
export const revalidate = 3600

export function generateStaticParams() {
  return shareImagePaths().map((path) => ({path: path.replace('/shareImages/', '').split('/')}))
}

/** A page's share image, pre-rendered and revalidated with its page. */
export async function GET(_request: Request, {params}: {params: Promise<{path: string[]}>}) {
  const {path} = await params
  return shareImageResponse(`/shareImages/${path.join('/')}`)
}
