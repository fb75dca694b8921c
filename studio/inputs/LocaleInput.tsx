import {CheckmarkIcon} from '@sanity/icons/Checkmark'
import {CopyIcon} from '@sanity/icons/Copy'
import {Button, Flex, Text} from '@sanity/ui'
import type {CSSProperties} from 'react'
import {type FormPatch, ObjectInputMember, type ObjectInputProps, PatchEvent} from 'sanity'
import {hasText} from '../../sanity/hasText.ts'
import {isCopiedChinese} from '../../sanity/health/languages.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {startEnglish} from './startEnglish.ts'

interface LocaleStatusProps {
  value: {zh?: unknown; en?: unknown} | undefined
  readOnly: boolean | undefined
  onChange: (patch: FormPatch | PatchEvent) => void
}

/** Whether the English is missing or copied, with a button to copy the Chinese. */
function LocaleStatus({value, readOnly, onChange}: LocaleStatusProps) {
  if (!hasText(value?.zh)) return null
  const copied = isCopiedChinese(value ?? {})
  if (hasText(value?.en) && !copied) {
    return (
      <Flex align="center" data-testid="locale-complete" paddingTop={2}>
        <Text muted size={0}>
          <CheckmarkIcon /> &nbsp;{label('中英文齐全', 'In both languages')}
        </Text>
      </Flex>
    )
  }
  const words = copied
    ? label('英文还是抄来的中文，请翻译。', 'The English is still a copy of the Chinese: translate it.')
    : label('缺英文：英文页面会显示中文。', 'No English: English pages show the Chinese.')
  return (
    <Flex align="center" data-testid="locale-missing" gap={3} paddingTop={2} wrap="wrap">
      <Text muted size={1}>
        {words}
      </Text>
      {!copied && !readOnly && (
        <Button
          data-testid="copy-chinese"
          fontSize={1}
          icon={CopyIcon}
          mode="ghost"
          onClick={() => onChange(PatchEvent.from(startEnglish(value ?? {})))}
          padding={2}
          text={label('先抄中文再改', 'Start from the Chinese')}
        />
      )}
    </Flex>
  )
}

/** Two columns if the pane is wide enough, else one. */
const columns: CSSProperties = {
  display: 'grid',
  gap: '1.25rem',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
}

/** Input of a locale object. Its columns depend on the pane's width, not the window's: the pane beside the preview is narrow. */
export function LocaleInput({
  members,
  onChange,
  readOnly,
  renderAnnotation,
  renderBlock,
  renderField,
  renderInlineBlock,
  renderInput,
  renderItem,
  renderPreview,
  value,
}: ObjectInputProps) {
  const render = {
    renderAnnotation,
    renderBlock,
    renderField,
    renderInlineBlock,
    renderInput,
    renderItem,
    renderPreview,
  }
  return (
    <div>
      <div style={columns}>
        {members.map((member) => (
          <ObjectInputMember key={member.key} member={member} {...render} />
        ))}
      </div>
      <LocaleStatus onChange={onChange} readOnly={readOnly} value={value} />
    </div>
  )
}
