import type {ReactNode} from 'react'
import type {EnquiryField} from '@/enquiries/enquirySchema'
import type {translator} from '@/i18n/translator'
import styles from './Enquiry.module.css'
import {enquiryIds} from './fields'

export type EnquiryWords = ReturnType<typeof translator<'enquiry'>>

interface FieldFrameProps {
  name: Exclude<EnquiryField, 'consent'>
  mark?: 'required' | 'either' | undefined
  hint?: 'phoneHint' | 'mailHint' | 'messageHint' | undefined
  words: EnquiryWords
  children: ReactNode
}

/** What stands around a field: its label above, its hint and its problem below. */
export function FieldFrame({name, mark, hint, words, children}: FieldFrameProps) {
  return (
    <div className={styles.field} data-field={name}>
      <label htmlFor={enquiryIds.field(name)}>
        {words(name)}
        {mark && <small>{words(mark)}</small>}
      </label>
      {children}
      {hint && (
        <p id={enquiryIds.hint(name)} className={styles.hint}>
          {words(hint)}
        </p>
      )}
      <p id={enquiryIds.problem(name)} className={styles.problem} hidden />
    </div>
  )
}
