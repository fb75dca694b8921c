import {Badge, Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {useEffect} from 'react'
import {isReleaseDocument, usePerspective} from 'sanity'
import {type PreviewHeaderProps, usePresentationParams} from 'sanity/presentation'
import {type Locale, locales} from '../../lib/locales.ts'
import {pageId} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {PageBlocks} from './PageBlocks.tsx'
import {parsePreviewUrl} from './parsePreviewUrl.ts'
import {usePreviewFrame, usePreviewNavigate} from './previewNavigation.ts'
import {TypedText} from './TypedText.tsx'
import {useFocusedField, useFocusInPreview, useFormOnClick} from './useFocusInPreview.ts'

const names: Readonly<Record<Locale, string>> = {zh: '中文', en: 'English'}

/** The width that the editor chose, kept through jumps to fields and other pages. */
let chosenViewport: PreviewHeaderProps['viewport'] = 'mobile'

/** Sanity's preview header with a draft notice and a language switch. The preview opens in phone width. */
export function PreviewHeader(props: PreviewHeaderProps) {
  const {preview, id, type} = usePresentationParams()
  const {selectedPerspective} = usePerspective()
  const path = useFocusedField()
  usePreviewFrame(props)
  useFocusInPreview(props, path)
  useFormOnClick(props)
  const navigatePreview = usePreviewNavigate()
  const {setViewport, viewport} = props
  useEffect(() => {
    // A jump to a field may drop the width from the address.
    if (viewport !== chosenViewport) setViewport(chosenViewport)
  }, [setViewport, viewport])
  const chooseViewport: typeof setViewport = (next) => {
    chosenViewport = next
    setViewport(next)
  }
  const page = parsePreviewUrl(preview)
  return (
    <Stack flex={1}>
      {props.renderDefault({...props, setViewport: chooseViewport})}
      <Card borderTop padding={2}>
        <Flex align="center" gap={2} justify="space-between" wrap="wrap">
          <Flex align="center" gap={2} paddingLeft={1}>
            <Badge data-testid="preview-of" tone="caution">
              {previewOf(selectedPerspective)}
            </Badge>
            <Text muted size={0}>
              {label('访客看到的是已发布的内容', 'Visitors see what is published')}
            </Text>
          </Flex>
          {page && (
            <Flex gap={1}>
              {locales.map((locale) => (
                <Button
                  aria-pressed={locale === page.locale}
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
      {page && <PageBlocks {...props} id={pageId(page.route)} key={page.route} />}
      {id && type && path && <TypedText {...props} id={id} key={`${id} ${path}`} path={path} type={type} />}
    </Stack>
  )
}

/** Names what the preview shows in a perspective. */
export function previewOf(perspective: ReturnType<typeof usePerspective>['selectedPerspective']): string {
  if (perspective === 'published') return label('已发布的内容', 'What is published')
  if (!isReleaseDocument(perspective)) return label('草稿预览', 'Draft preview')
  const title = perspective.metadata.title || label('未命名', 'untitled')
  return label(`预览发布计划“${title}”`, `Preview of the release “${title}”`)
}
