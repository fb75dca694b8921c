import type {ComponentProps} from 'react'
import {translator} from '@/i18n/translator'
import styles from './ContactDock.module.css'
import {ContactLink} from './ContactLink'
import {telephoneLink} from './telephoneLink'

/** On a phone the contact button waits at the foot of the screen, where the thumb is; beside it, once there is a number, the call. */
export function ContactDock(props: ComponentProps<typeof ContactLink>) {
  const {site, locale} = props
  const words = translator(locale, 'site')
  // On the page that it leads to it would lead nowhere, and cover the form.
  if (props.route === '/contact') return null
  const call = telephoneLink(site?.settings?.phone)
  return (
    <aside className={styles.dock} aria-label={words('quickContact')}>
      {call ? (
        <a className={styles.call} href={call}>
          {words('call')}
        </a>
      ) : (
        site?.settings?.siteName && <span className={styles.name}>{site.settings.siteName}</span>
      )}
      <ContactLink {...props} />
    </aside>
  )
}
