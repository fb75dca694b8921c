import {NotFoundPage, notFoundMetadata} from '@/app/_site/NotFoundPage'

export const revalidate = 3600

export const metadata = notFoundMetadata('en')

/** The proxy shows this page, with status 404, for every path that the site does not have. */
export default function Page() {
  return <NotFoundPage locale="en" />
}
