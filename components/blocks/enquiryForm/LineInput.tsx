import type {ReactNode} from 'react'
import {type EnquiryWords, FieldFrame} from './FieldFrame'
import {describedBy, enquiryIds, type lineFields} from './fields'

type LineInputProps = (typeof lineFields)[number] & {words: EnquiryWords}

/** A field of one line with its label, its hint and room for what is wrong with it. */
export function LineInput({name, autoComplete, type = 'text', mark, hint, words}: LineInputProps): ReactNode {
  return (
    <FieldFrame name={name} mark={mark} hint={hint} words={words}>
      <input
        id={enquiryIds.field(name)}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required={mark === 'required'}
        aria-describedby={describedBy(name, hint)}
      />
    </FieldFrame>
  )
}
