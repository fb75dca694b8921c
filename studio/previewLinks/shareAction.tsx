import {LinkIcon} from '@sanity/icons/Link'
import {Box, Button, Card, Flex, Select, Stack, Text} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {useState} from 'react'
import {type DocumentActionComponent, type DocumentActionProps, useClient, useCurrentUser, usePerspective} from 'sanity'
import {isRoute, type Route} from '../../lib/routes.ts'
import {apiVersion} from '../../sanity/env.ts'
import {longestLinkLife, type PreviewLink} from '../../sanity/previewLinks.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {failureToast, noToast} from '../lake/reasonOf.ts'
import {formatTime} from '../language/formatTime.ts'
import {CopyButton} from '../layout/CopyButton.tsx'
import {Loading, Problem} from '../layout/ToolFrame.tsx'
import {makePreviewLink, previewLinkUrl, usePreviewLinks, withdrawPreviewLink} from './previewLinksApi.ts'

const {siteUrl} = __CONTENT_SOURCE__

/** The document action that shows a page, or a scenario of the demo, to people without an account. */
export const shareAction: DocumentActionComponent = ({
  type,
  draft,
  version,
  published,
  onComplete,
}: DocumentActionProps) => {
  const [isOpen, setOpen] = useState(false)
  const document = version ?? draft ?? published
  const route = type === 'scenario' ? '/demo' : document?.route
  if (typeof route !== 'string' || !isRoute(route)) return null
  const close = () => {
    setOpen(false)
    onComplete()
  }
  return {
    label: label('分享预览', 'Share a preview'),
    icon: LinkIcon,
    title: label('给没有账号的人一个有期限的链接。', 'A link for people without an account, for a limited time.'),
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: 'dialog',
      header: label('分享预览', 'Share a preview'),
      onClose: close,
      content: <SharePreview route={route} />,
    },
  }
}

const lives = [1, 7, longestLinkLife] as const

function SharePreview({route}: {route: Route}) {
  const client = useClient({apiVersion})
  const currentUser = useCurrentUser()
  const toast = useToast()
  const {perspectiveStack, selectedPerspectiveName} = usePerspective()
  const {links, problem} = usePreviewLinks(route)
  const [days, setDays] = useState<number>(7)
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: Promise<unknown>, failed: string) => {
    setBusy(true)
    const id = `preview-link-${route}`
    await work.then(
      () => toast.push(noToast(id)),
      (error: unknown) => toast.push(failureToast(id, failed, error)),
    )
    setBusy(false)
  }
  const make = () => {
    if (!currentUser) return
    const perspective = selectedPerspectiveName === 'published' ? ['drafts'] : perspectiveStack
    const wanted = {route, locale: editorLocale(), perspective, days, createdBy: currentUser.id}
    void attempt(makePreviewLink(client, wanted), label('没有生成链接，请再试一次。', 'No link was made. Try again.'))
  }
  return (
    <Stack gap={4}>
      <Text size={1}>
        {label(
          '谁拿到链接，谁就能看到这一页的草稿（中英文），到期为止。其他页面仍是已发布的样子，什么都不能改。',
          'Whoever has the link sees the draft of this page, in both languages, until the link expires. All other pages stay as published, and nothing can be changed.',
        )}
      </Text>
      <Flex gap={2} align="center">
        <Box flex={1}>
          <Select
            aria-label={label('有效期', 'Valid for')}
            value={String(days)}
            onChange={({currentTarget}) => setDays(Number(currentTarget.value))}
          >
            {lives.map((life) => (
              <option key={life} value={life}>
                {label(`${life} 天有效`, life === 1 ? 'Valid for a day' : `Valid for ${life} days`)}
              </option>
            ))}
          </Select>
        </Box>
        <Button
          tone="primary"
          icon={LinkIcon}
          text={label('生成链接', 'Make a link')}
          disabled={isBusy || !currentUser}
          onClick={make}
        />
      </Flex>
      {problem && <Problem>{problem}</Problem>}
      {!links && !problem && <Loading />}
      <Stack gap={2} data-testid="preview-links">
        {links?.map((link) => (
          <LinkCard
            key={link._id}
            link={link}
            isBusy={isBusy}
            onWithdraw={() =>
              void attempt(
                withdrawPreviewLink(client, link),
                label('没有收回，请再试一次。', 'Not withdrawn. Try again.'),
              )
            }
          />
        ))}
      </Stack>
    </Stack>
  )
}

function LinkCard({link, isBusy, onWithdraw}: {link: PreviewLink; isBusy: boolean; onWithdraw: () => void}) {
  const url = previewLinkUrl(siteUrl, link)
  const until = formatTime(Date.parse(link.endsAt))
  const end = label(`到 ${until} 为止`, `Until ${until}`)
  const shown = link.perspective[0] === 'drafts' ? '' : label(' · 发布计划中的版本', ' · as in a release')
  return (
    <Card border padding={3} radius={2}>
      <Stack gap={3}>
        <Text size={1} style={{overflowWrap: 'anywhere', userSelect: 'all'}}>
          {url}
        </Text>
        <Flex gap={2} align="center" wrap="wrap" justify="space-between">
          <Text size={1} muted>
            {end}
            {shown}
          </Text>
          <Flex gap={2}>
            <Button
              mode="ghost"
              tone="critical"
              fontSize={1}
              padding={2}
              text={label('收回', 'Withdraw')}
              aria-label={`${label('收回', 'Withdraw')}: ${end}`}
              disabled={isBusy}
              onClick={onWithdraw}
            />
            <CopyButton text={url} mode="ghost" fontSize={1} padding={2} />
          </Flex>
        </Flex>
      </Stack>
    </Card>
  )
}
