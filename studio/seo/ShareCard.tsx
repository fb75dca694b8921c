import {Box, Card, Stack, Text} from '@sanity/ui'
import {useState} from 'react'
import {useClient} from 'sanity'
import type {Locale} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {absoluteFile, shareImagePath} from '../../lib/urls.ts'
import {apiVersion} from '../../sanity/env.ts'
import {isObject} from '../../sanity/health/objectsIn.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {cutToWidth} from './cutToWidth.ts'
import {imageUrlOf} from './imageUrlOf.ts'

interface ShareCardProps {
  locale: Locale
  route: Route
  cardTitle: string
  description: string
  /** The page's own picture, where an editor has chosen one. */
  image: unknown
}

/** How a link to the page looks in a chat: the editor's picture, or the one that the site draws. */
export function ShareCard({locale, route, cardTitle, description, image}: ShareCardProps) {
  const client = useClient({apiVersion})
  const own = isObject(image) ? imageUrlOf(client, image) : undefined
  const [isMissing, setMissing] = useState(false)
  const drawn = absoluteFile(__CONTENT_SOURCE__.siteUrl, shareImagePath(locale, route))
  return (
    <Stack gap={3} data-testid={`share-card-${locale}`}>
      <Text size={1} weight="medium">
        {locale === 'zh'
          ? label('分享卡片，中文', 'Shared link, Chinese')
          : label('分享卡片，英文', 'Shared link, English')}
      </Text>
      <Card radius={3} border overflow="hidden" style={{maxWidth: 420}} lang={locale}>
        {!own && isMissing ? (
          <Box padding={4}>
            <Text size={1} muted>
              {label('网站没有回应，看不到图片。', 'The site does not answer, so the picture cannot be shown.')}
            </Text>
          </Box>
        ) : (
          <img
            src={own ?? drawn}
            alt=""
            onError={() => setMissing(true)}
            style={{display: 'block', width: '100%', aspectRatio: '1200 / 630', objectFit: 'cover'}}
          />
        )}
        <Stack gap={3} padding={3}>
          <Text size={1} weight="medium">
            {cutToWidth(cardTitle, 60)}
          </Text>
          <Text size={1} muted>
            {cutToWidth(description, 90)}
          </Text>
        </Stack>
      </Card>
      {!own && (
        <Text size={1} muted>
          {label(
            '图片由网站按已发布的内容绘制；标题改动在发布后才会画上去。',
            'The site draws the picture from what is published: a changed title is drawn once it is.',
          )}
        </Text>
      )}
    </Stack>
  )
}
