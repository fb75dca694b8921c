import {Badge, Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {useEffect, useRef} from 'react'
import {type PreviewHeaderProps, usePresentationParams} from 'sanity/presentation'
import {type Locale, locales} from '../../lib/locales.ts'
import {sitePath} from '../../lib/urls.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {parsePreviewUrl} from './parsePreviewUrl.ts'
import {usePreviewFrame, usePreviewNavigate} from './previewNavigation.ts'

const names: Readonly<Record<Locale, string>> = {zh: '中文', en: 'English'}

/** Sanity's preview header with a draft notice and a language switch. The preview opens in phone width. */
export function PreviewHeader(props: PreviewHeaderProps) {
  const {preview} = usePresentationParams()
  usePreviewFrame(props)
  const navigatePreview = usePreviewNavigate()
  const {setViewport, viewport} = props
  const opened = useRef(false)
  useEffect(() => {
    // Only when the preview opens: later changes are the editor's.
    if (!opened.current && viewport === 'desktop') setViewport('mobile')
    opened.current = true
  }, [setViewport, viewport])
  const page = parsePreviewUrl(preview)
  return (
    <Stack flex={1}>
      {props.renderDefault(props)}
      <Card borderTop padding={2}>
        <Flex align="center" gap={2} justify="space-between" wrap="wrap">
          <Flex align="center" gap={2} paddingLeft={1}>
            <Badge tone="caution">{label('草稿预览', 'Draft preview')}</Badge>
            <Text muted size={0}>
              {label('访客看到的是已发布的内容', 'Visitors see what is published')}
            </Text>
          </Flex>
          {page && (
            <Flex gap={1}>
              {locales.map((locale) => (
                <Button
                  data-testid={`preview-${locale}`}
                  fontSize={1}
                  key={locale}
                  lang={locale === 'zh' ? 'zh-CN' : 'en'}
                  mode="bleed"
                  onClick={() => navigatePreview(sitePath(locale, page.route))}
                  padding={2}
                  selected={locale === page.locale}
                  text={names[locale]}
                />
              ))}
            </Flex>
          )}
        </Flex>
      </Card>
    </Stack>
  )
}
