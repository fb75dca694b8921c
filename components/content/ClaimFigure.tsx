import {MarkedText} from '@/components/ui/MarkedText'
import type {Locale} from '@/lib/locales'
import {formatFigure} from '@/sanity/claims/claimSentence'
import type {Claim} from '@/sanity/projections/claim'
import styles from './ClaimFigure.module.css'
import {ClaimGauge} from './ClaimGauge'

const signs: Record<Claim['comparator'], {before?: string; after?: string}> = {
  exactly: {},
  lessBy: {},
  atLeast: {before: '≥'},
  atMost: {before: '≤'},
  moreThan: {after: '+'},
}

/** A claim: its figure, its gauge, its statement. */
export function ClaimFigure({claim, locale}: {claim: Claim; locale: Locale}) {
  const {before, after} = signs[claim.comparator]
  return (
    <div className={styles.claim}>
      <p className={styles.figure}>
        {before && <span className={styles.sign}>{before}</span>}
        <span className={styles.number}>
          {formatFigure(claim.figure)}
          {after}
        </span>
        <span className={styles.unit}>{claim.unit}</span>
      </p>
      <ClaimGauge claim={claim} locale={locale} />
      <p className={styles.statement}>
        <MarkedText>{claim.statement}</MarkedText>
      </p>
    </div>
  )
}
