import {ContentPage, pageMetadata} from '@/app/_site/ContentPage'
import {Demo} from '@/components/demo/Demo'

export const revalidate = 3600

export function generateMetadata() {
  return pageMetadata('en', '/demo')
}

export default function Page() {
  return <ContentPage locale="en" route="/demo" Lead={Demo} />
}
