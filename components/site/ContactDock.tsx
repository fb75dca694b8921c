import type {ComponentProps} from 'react'
import styles from './ContactDock.module.css'
import {ContactLink} from './ContactLink'

/** On a phone the contact button waits at the foot of the screen, where the thumb is. */
export function ContactDock(props: ComponentProps<typeof ContactLink>) {
  const {site} = props
  return (
    <div className={styles.dock}>
      <span className={styles.name}>{site?.settings?.siteName}</span>
      <ContactLink {...props} />
    </div>
  )
}
