import {ContentPage, pageMetadata} from '@/app/_site/ContentPage'
import {Demo} from '@/components/demo/Demo'

export const revalidate = 3600

export function generateMetadata() {
  return pageMetadata('zh', '/demo')
}

export default function Page() {
  return <ContentPage locale="zh" route="/demo" Lead={Demo} />
}
