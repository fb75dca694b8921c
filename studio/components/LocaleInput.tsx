import type {CSSProperties} from 'react'
import {ObjectInputMember, type ObjectInputProps} from 'sanity'
import {LocaleStatus} from './LocaleStatus.tsx'

/** Chinese and English side by side where the pane has room for two readable columns, else one below the other. */
const columns: CSSProperties = {
  display: 'grid',
  gap: '1.25rem',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
}

/** The input of a text in both languages. Measured by its pane and not by the window: the preview's pane is narrow. */
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
