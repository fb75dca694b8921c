import {stegaClean} from '@sanity/client/stega'
import type {ReactNode} from 'react'
import type {BlockProps} from '@/components/blocks/context'
import {Link} from '@/components/navigation/Link'
import {Phrases} from '@/components/ui/Phrases'
import spoken from '@/components/ui/spoken.module.css'
import {type EnquiryField, fieldsFor, hiddenFields, interestValue, problems} from '@/enquiries/fields'
import {dateIn, translator} from '@/i18n/translator'
import {withBasePath} from '@/lib/urls'
import type {EnquiryFormBlock} from '@/sanity/blocks/enquiryForm/projection'
import type {FormSettings} from './attachForm'
import formScript from './attachForm.bundle'
import styles from './Enquiry.module.css'
import {enquiryIds} from './enquiryElements'
import sender from './sendForm.bundle'

type EnquiryWords = ReturnType<typeof translator<'enquiry'>>
type Field = ReturnType<typeof fieldsFor>[number]

/**
 * The form as plain HTML. A browser without JavaScript posts it and gets it back with what is to be corrected; with
 * JavaScript `attachForm` does the same without a navigation.
 */
export function EnquiryFields({block, context: {locale}}: BlockProps<EnquiryFormBlock>) {
  const words = translator(locale, 'enquiry')
  const {consent, receivedTitle, receivedText, products, privacy} = block
  const privacyVersion = `${privacy._updatedAt} ${privacy._rev}`
  return (
    <>
      <div id={enquiryIds.received} className={styles.received} tabIndex={-1} role="status">
        <h3>{receivedTitle}</h3>
        <p>{receivedText}</p>
        <p>
          <Link to="/" locale={locale}>
            {words('backHome')}
          </Link>
          <a href={`#${enquiryIds.form}`}>{words('another')}</a>
        </p>
      </div>
      <form
        id={enquiryIds.form}
        className={styles.form}
        method="post"
        action={withBasePath('/api/contact')}
        encType="multipart/form-data"
        data-module={formScript}
        data-settings={JSON.stringify(settingsFor(words))}
      >
        <div id={enquiryIds.summary} className={styles.summary} tabIndex={-1} role="alert" hidden />
        <input type="hidden" name={hiddenFields.locale} value={locale} />
        <input type="hidden" name={hiddenFields.privacyVersion} value={privacyVersion} />
        <input type="hidden" name={hiddenFields.page} />
        <input type="hidden" name={hiddenFields.key} />
        <input type="hidden" name={hiddenFields.elapsed} />
        {fieldsFor('form').map((field) => (
          <FieldFrame key={field.name} field={field} words={words}>
            <FieldInput field={field} products={products} words={words} />
          </FieldFrame>
        ))}
        <p className={spoken.spoken} aria-hidden="true">
          <label>
            {words('leaveEmpty')}
            <input type="text" name={hiddenFields.trap} tabIndex={-1} autoComplete="off" />
          </label>
        </p>
        <div className={styles.consent} data-field="consent">
          <input
            id={enquiryIds.field('consent')}
            type="checkbox"
            name="consent"
            // A tick given to another version of the statement is not carried over.
            value={`yes ${privacyVersion}`}
            required
            aria-describedby={enquiryIds.problem('consent')}
          />
          <label htmlFor={enquiryIds.field('consent')}>
            <Phrases>{consent}</Phrases>
          </label>
          <p className={styles.hint}>
            <Link to="/privacy" locale={locale} target="_blank">
              {words('consentLink')}
            </Link>{' '}
            <span>{words('privacyVersion', {date: dateIn(locale).format(new Date(privacy._updatedAt))})}</span>
          </p>
          <ProblemText name="consent" />
        </div>
        <button type="submit" className={styles.submit}>
          {words('submit')}
        </button>
      </form>
    </>
  )
}

/** Sentences and addresses that the form's script needs. */
function settingsFor(words: EnquiryWords): FormSettings {
  const codes = [...problems, 'title', 'limited', 'failed', 'offline', 'outdated'] as const
  const sentences = Object.fromEntries(codes.map((code) => [code, words(`problems.${code}`)]))
  // With a script the form is still there: nobody has to go back.
  const tooLarge = words('problems.tooLargeHere')
  return {words: {problems: {...sentences, tooLarge}, sending: words('sending'), submit: words('submit')}, sender}
}

interface FieldProps {
  field: Field
  words: EnquiryWords
}

/** Label, hint and problem around a field's input. */
function FieldFrame({field: {name, required, either, hint}, words, children}: FieldProps & {children: ReactNode}) {
  return (
    <div className={styles.field} data-field={name}>
      <label htmlFor={enquiryIds.field(name)}>
        {words(name)}
        {required && <small>{words('required')}</small>}
        {either && <small>{words('either')}</small>}
      </label>
      {children}
      {hint && (
        <p id={enquiryIds.hint(name)} className={styles.hint}>
          {words(hint)}
        </p>
      )}
      <ProblemText name={name} />
    </div>
  )
}

/** Hidden until there is a problem. */
function ProblemText({name}: {name: EnquiryField}) {
  return <p id={enquiryIds.problem(name)} className={styles.problem} hidden />
}

type Products = EnquiryFormBlock['products']

function FieldInput({field, words, products}: FieldProps & {products: Products}) {
  const {name, hint} = field
  const required = field.required !== undefined
  const id = enquiryIds.field(name)
  const describedBy = hint ? `${enquiryIds.hint(name)} ${enquiryIds.problem(name)}` : enquiryIds.problem(name)
  if (field.kind === 'text')
    return <textarea id={id} name={name} rows={5} required={required} aria-describedby={describedBy} />
  if (field.kind === 'product') {
    return (
      <select id={id} name={name} required={required} aria-describedby={describedBy}>
        <option value="">{words('interestNone')}</option>
        <ProductOptions products={products} words={words} />
      </select>
    )
  }
  const {type = 'text', autoComplete} = field
  return (
    <input
      id={id}
      name={name}
      type={type}
      autoComplete={autoComplete}
      required={required}
      aria-describedby={describedBy}
    />
  )
}

/**
 * Products and their modules. By `data-route` the script selects the option of the page from which the visitor came.
 */
function ProductOptions({products, words}: {products: Products; words: EnquiryWords}) {
  return stegaClean(products).map(({_id, code, name, route, modules}) => {
    const whole = words('wholeProduct', {code, name})
    return (
      <optgroup key={_id} label={code}>
        <option value={interestValue(_id, whole)} data-route={route}>
          {whole}
        </option>
        {modules.map((module) => (
          <option
            key={module._id}
            value={interestValue(module._id, `${code} · ${module.name}`)}
            data-route={module.route}
          >
            {module.name}
          </option>
        ))}
      </optgroup>
    )
  })
}
