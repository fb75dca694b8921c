import {stegaClean} from '@sanity/client/stega'
import {isPlaceholder} from '@/components/ui/placeholder'

/** The link that calls a number as it is written for people; undefined while there is no number. */
export function telephoneLink(phone: string | null | undefined): string | undefined {
  const written = stegaClean(phone ?? '')
  const digits = written.replaceAll(/[^+\d]/g, '')
  return digits === '' || isPlaceholder(written) ? undefined : `tel:${digits}`
}
