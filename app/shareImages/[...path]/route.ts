import {shareImagePaths, shareImageResponse} from '@/app/_site/shareImage'

export const dynamic = 'force-static'
export const dynamicParams = false
export const revalidate = 3600

export function generateStaticParams() {
  return shareImagePaths().map((path) => ({path: path.replace('/shareImages/', '').split('/')}))
}

/** The picture with which a page is shared, made with the page and renewed with its content. */
export async function GET(_request: Request, {params}: {params: Promise<{path: string[]}>}) {
  const {path} = await params
  return shareImageResponse(`/shareImages/${path.join('/')}`)
}
