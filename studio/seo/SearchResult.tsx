import {Card, Flex, Stack, Text} from '@sanity/ui'
import type {Locale} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {absoluteUrl} from '../../lib/urls.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {cutToWidth, widthOf} from './cutToWidth.ts'

/** What Google and Baidu have room for on a phone, in letters; a Chinese character is as wide as two. */
const room = {title: 60, description: 156}

interface SearchResultProps {
  locale: Locale
  route: Route
  title: string
  description: string
  isHidden: boolean
}

/** How the page would stand in a list of search results, cut where Google and Baidu cut. */
export function SearchResult({locale, route, title, description, isHidden}: SearchResultProps) {
  const isCut = widthOf(title) > room.title || widthOf(description) > room.description
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
            {label('太长，会被截断', 'too long, and cut')}
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
              {cutToWidth(title, room.title)}
            </Text>
            <Text size={1} style={{lineHeight: 1.6}}>
              {cutToWidth(description, room.description)}
            </Text>
          </Stack>
        )}
      </Card>
    </Stack>
  )
}
