import type {BlockProps} from '@/components/blocks/context'
import {Link} from '@/components/navigation/Link'
import spoken from '@/components/ui/spoken.module.css'
import {hiddenFields} from '@/enquiries/readForm'
import {translator} from '@/i18n/translator'
import {withBasePath} from '@/lib/urls'
import type {EnquiryFormBlock} from '@/sanity/blocks/enquiryForm/projection'
import styles from './Enquiry.module.css'
import {FieldFrame} from './FieldFrame'
import {describedBy, enquiryIds, lineFields} from './fields'
import {InterestSelect} from './InterestSelect'
import {LineInput} from './LineInput'

/**
 * The form as plain HTML: a browser without JavaScript posts it, and gets it back with what is to be corrected. With
 * JavaScript `EnquiryScript` does the same without leaving the page.
 */
export function EnquiryFields({block, context: {locale}}: BlockProps<EnquiryFormBlock>) {
  const words = translator(locale, 'enquiry')
  const {consent, receivedTitle, receivedText, products, privacy} = block
  return (
    <>
      <div id={enquiryIds.received} className={styles.received} tabIndex={-1} role="status">
        <h3>{receivedTitle}</h3>
        <p>{receivedText}</p>
        <p>
          <Link route="/" locale={locale}>
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
      >
        <div id={enquiryIds.summary} className={styles.summary} tabIndex={-1} role="alert" hidden />
        <input type="hidden" name={hiddenFields.locale} value={locale} />
        <input type="hidden" name={hiddenFields.privacyVersion} value={`${privacy._updatedAt} ${privacy._rev}`} />
        <input type="hidden" name={hiddenFields.page} />
        <input type="hidden" name={hiddenFields.key} />
        <input type="hidden" name={hiddenFields.elapsed} />
        {lineFields.map((field) => (
          <LineInput key={field.name} {...field} words={words} />
        ))}
        <InterestSelect products={products} words={words} />
        <FieldFrame name="message" hint="messageHint" words={words}>
          <textarea
            id={enquiryIds.field('message')}
            name="message"
            rows={5}
            aria-describedby={describedBy('message', 'messageHint')}
          />
        </FieldFrame>
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
            value="yes"
            required
            aria-describedby={describedBy('consent')}
          />
          <label htmlFor={enquiryIds.field('consent')}>{consent}</label>
          <p className={styles.hint}>
            <Link route="/privacy" locale={locale} target="_blank">
              {words('consentLink')}
            </Link>{' '}
            {words('privacyVersion', {date: privacy._updatedAt.slice(0, 10)})}
          </p>
          <p id={enquiryIds.problem('consent')} className={styles.problem} hidden />
        </div>
        <button type="submit" className={styles.submit}>
          {words('submit')}
        </button>
      </form>
    </>
  )
}
