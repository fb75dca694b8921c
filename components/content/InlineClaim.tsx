import {formatFigure} from '@/sanity/claims/claimSentence'
import type {Claim} from '@/sanity/projections/claim'
import styles from './InlineClaim.module.css'

/** A claim's figure within a sentence: the sentence itself says at least, more than, shorter. */
export function InlineClaim({claim}: {claim: Pick<Claim, 'figure' | 'unit'>}) {
  return (
    <data className={styles.claim} value={claim.figure}>
      {formatFigure(claim.figure)}
      {'\u202f'}
      {claim.unit}
    </data>
  )
}
