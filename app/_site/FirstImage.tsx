import {type Mark, markPath, withBasePath} from '@/lib/urls'

/** WeChat puts the first image of a page's document beside a shared link. Visitors do not see it; it is two kilobytes. */
export function FirstImage({mark}: {mark: Mark}) {
  // biome-ignore lint/performance/noImgElement: never shown, and WeChat has to find the file itself
  return <img src={withBasePath(markPath(mark))} width={400} height={400} alt="" hidden fetchPriority="low" />
}
