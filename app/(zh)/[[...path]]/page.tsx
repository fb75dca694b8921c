import {ContentPage, pageMetadata} from '@/app/_site/ContentPage'
import {type CatchAllProps, routeOf} from '@/app/_site/catchAll'

export {catchAllParams as generateStaticParams} from '@/app/_site/catchAll'

export const dynamicParams = false
export const revalidate = 3600

export async function generateMetadata(props: CatchAllProps) {
  return pageMetadata('zh', await routeOf(props))
}

export default async function Page(props: CatchAllProps) {
  return <ContentPage locale="zh" route={await routeOf(props)} />
}
