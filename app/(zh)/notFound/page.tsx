import {NotFoundPage, notFoundMetadata} from '@/app/_site/NotFoundPage'

export const revalidate = 3600

export const metadata = notFoundMetadata('zh')

/** The proxy rewrites unknown paths to this page, with status 404. */
export default function Page() {
  return <NotFoundPage locale="zh" />
}
