import type {SanityClient} from '@sanity/client'
import {Box, Card, Flex, Stack, Text} from '@sanity/ui'
import {useEffect, useState} from 'react'
import {type ObjectInputProps, useClient, useFormValue} from 'sanity'
import {headTitle} from '../../lib/headTitle.ts'
import {isObject} from '../../lib/json.ts'
import {type Locale, locales} from '../../lib/locales.ts'
import {isRoute, type Route} from '../../lib/routes.ts'
import {absoluteFile, absoluteUrl, shareImagePath} from '../../lib/urls.ts'
import {apiVersion} from '../../sanity/env.ts'
import {firstText} from '../../sanity/hasText.ts'
import {perspectiveBeside} from '../../sanity/health/contentDocuments.ts'
import {photoRect, shareRatio} from '../../sanity/photoRect.ts'
import {croppedShape} from '../../sanity/projections/photo.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {displayWidth, truncate} from './truncate.ts'

/** Loads the site name, a locale object, as it will be with the form's release and all drafts; undefined until loaded. */
function useSiteName(): unknown {
  const client = useClient({apiVersion})
  const id = useFormValue(['_id'])
  const [name, setName] = useState<unknown>()
  useEffect(() => {
    const subscription = client.observable
      .fetch<unknown>('*[_id == "siteSettings"][0].siteName', {}, {perspective: perspectiveBeside(id)})
      // Without a name the preview shows only the page's title.
      .subscribe({next: setName, error: () => {}})
    return () => subscription.unsubscribe()
  }, [client, id])
  return name
}

/** `image-<hash>-<width>x<height>-<extension>`. */
const assetId = /^image-([0-9a-f]+)-(\d+)x(\d+)-(\w+)$/

/** Returns the URL of an uploaded picture, cut for share cards as the site does. Undefined if none is chosen. */
export function imageUrlOf(client: SanityClient, image: Record<string, unknown>): string | undefined {
  const {asset} = image
  const [, hash, width, height, ending] =
    (isObject(asset) && typeof asset._ref === 'string' && assetId.exec(asset._ref)) || []
  if (!hash) return undefined
  const {projectId, dataset, apiHost} = client.config()
  const host = __CONTENT_SOURCE__.embedded ? apiHost : __CONTENT_SOURCE__.imageHost
  const cropped = croppedShape.safeParse({...image, asset: {width: Number(width), height: Number(height)}})
  const part = cropped.success ? photoRect(cropped.data, shareRatio) : undefined
  const cut = part ? `rect=${part.left},${part.top},${part.width},${part.height}&` : ''
  return `${host}/images/${projectId}/${dataset}/${hash}-${width}x${height}.${ending}?${cut}w=1200&fit=max`
}

interface ShareCardProps {
  locale: Locale
  route: Route
  cardTitle: string
  description: string
  /** The editor's own picture, if any. */
  image: unknown
}

/** Preview of a shared link, with the editor's picture or the generated one. */
function ShareCard({locale, route, cardTitle, description, image}: ShareCardProps) {
  const client = useClient({apiVersion})
  const own = isObject(image) ? imageUrlOf(client, image) : undefined
  /** The picture that could not be loaded; another one may. */
  const [missing, setMissing] = useState<string>()
  const drawn = absoluteFile(__CONTENT_SOURCE__.siteUrl, shareImagePath(locale, route))
  return (
    <Stack gap={3} data-testid={`share-card-${locale}`}>
      <Text size={1} weight="medium">
        {locale === 'zh'
          ? label('分享卡片，中文', 'Shared link, Chinese')
          : label('分享卡片，英文', 'Shared link, English')}
      </Text>
      <Card radius={3} border overflow="hidden" style={{maxWidth: 420}} lang={locale}>
        {!own && missing === drawn ? (
          <Box padding={4}>
            <Text size={1} muted>
              {label('网站没有回应，看不到图片。', 'The site does not answer, so the picture cannot be shown.')}
            </Text>
          </Box>
        ) : (
          <img
            src={own ?? drawn}
            alt=""
            onError={() => setMissing(own ?? drawn)}
            style={{display: 'block', width: '100%', aspectRatio: '1200 / 630', objectFit: 'cover'}}
          />
        )}
        <Stack gap={3} padding={3}>
          <Text size={1} weight="medium">
            {truncate(cardTitle, 60)}
          </Text>
          <Text size={1} muted>
            {truncate(description, 90)}
          </Text>
        </Stack>
      </Card>
      {!own && (
        <Text size={1} muted>
          {label(
            '图片由网站按已发布的内容绘制；标题改动在发布后才会画上去。',
            'The site draws the picture from what is published: a changed title appears in it once it is published.',
          )}
        </Text>
      )}
    </Stack>
  )
}

/** Lengths that Google and Baidu show on a phone, in `displayWidth`. */
const maxWidth = {title: 60, description: 156}

interface SearchResultProps {
  locale: Locale
  route: Route
  title: string
  description: string
  isHidden: boolean
}

/** Preview of a search result, truncated like Google's and Baidu's. */
function SearchResult({locale, route, title, description, isHidden}: SearchResultProps) {
  const isCut = displayWidth(title) > maxWidth.title || displayWidth(description) > maxWidth.description
  return (
    <Stack gap={3} data-testid={`search-result-${locale}`}>
      <Flex gap={2} align="baseline" wrap="wrap">
        <Text size={1} weight="medium">
          {locale === 'zh'
            ? label('搜索结果，中文', 'Search result, Chinese')
            : label('搜索结果，英文', 'Search result, English')}
        </Text>
        {isCut && (
          <Text size={1} muted>
            {label('太长，会被截断', 'too long, will be cut off')}
          </Text>
        )}
      </Flex>
      <Card padding={4} radius={2} border tone={isHidden ? 'transparent' : 'default'} lang={locale}>
        {isHidden ? (
          <Text size={1} muted>
            {label('已设为不让搜索引擎收录。', 'Hidden from search engines.')}
          </Text>
        ) : (
          <Stack gap={3} style={{maxWidth: 600}}>
            <Text size={1} muted textOverflow="ellipsis">
              {absoluteUrl(__CONTENT_SOURCE__.siteUrl, locale, route)}
            </Text>
            <Text size={2} weight="medium" accent>
              {truncate(title, maxWidth.title)}
            </Text>
            <Text size={1} style={{lineHeight: 1.6}}>
              {truncate(description, maxWidth.description)}
            </Text>
          </Stack>
        )}
      </Card>
    </Stack>
  )
}

/** The SEO form, with previews of search results and shared links. */
export function SeoInput(props: ObjectInputProps) {
  const [title, description, route] = [useFormValue(['title']), useFormValue(['description']), useFormValue(['route'])]
  const siteName = useSiteName()
  const own = isObject(props.value) ? props.value : {}
  const shown = (locale: Locale) => {
    const pageTitle = textIn(title, locale)
    return {
      title: textIn(own.title, locale) || headTitle(pageTitle, textIn(siteName, locale), locale),
      cardTitle: textIn(own.title, locale) || pageTitle,
      description: textIn(own.description, locale) || textIn(description, locale),
    }
  }
  if (typeof route !== 'string' || !isRoute(route)) return props.renderDefault(props)
  return (
    <Stack gap={5}>
      {props.renderDefault(props)}
      {locales.map((locale) => (
        <SearchResult key={locale} locale={locale} route={route} {...shown(locale)} isHidden={own.noindex === true} />
      ))}
      {locales.map((locale) => (
        <ShareCard key={locale} locale={locale} route={route} {...shown(locale)} image={own.image} />
      ))}
    </Stack>
  )
}

/** Text of a locale object, with Chinese as fallback. */
function textIn(value: unknown, locale: Locale): string {
  return (isObject(value) && firstText(value[locale], value.zh)) || ''
}
