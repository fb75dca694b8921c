import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {MarkedText} from '@/components/ui/MarkedText'
import {NextLink} from '@/components/ui/NextLink'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {claimsShape} from '@/sanity/blocks/claims/projection'
import {formatFigure} from '@/sanity/claims/claimSentence'
import type {Claim} from '@/sanity/projections/claim'
import figureStyles from './ClaimFigure.module.css'
import {ClaimGauge} from './ClaimGauge'
import styles from './Claims.module.css'

/** Claims with their figures. */
export function Claims({block, context}: BlockProps<z.output<typeof claimsShape>>) {
  return (
    <Section block={block} layout={block.claims.length === 1 ? 'split' : 'wide'}>
      <ul className={styles.claims} data-claims={block.claims.length}>
        {block.claims.map((claim) => (
          <li key={claim._id}>
            <ClaimFigure claim={claim} locale={context.locale} />
          </li>
        ))}
      </ul>
      <NextLink link={block.next} context={context} />
    </Section>
  )
}

const signs: Record<Claim['comparator'], {before?: string; after?: string}> = {
  exactly: {},
  lessBy: {},
  atLeast: {before: '≥'},
  atMost: {before: '≤'},
  moreThan: {after: '+'},
}

/** A claim: its figure, its gauge, its statement. */
function ClaimFigure({claim, locale}: {claim: Claim; locale: Locale}) {
  const {before, after} = signs[claim.comparator]
  return (
    <div className={figureStyles.claim}>
      <p className={figureStyles.figure}>
        {before && <span className={figureStyles.sign}>{before}</span>}
        <span className={figureStyles.number}>
          {formatFigure(claim.figure)}
          {after}
        </span>
        <span className={figureStyles.unit}>{claim.unit}</span>
      </p>
      <ClaimGauge claim={claim} locale={locale} />
      <p className={figureStyles.statement}>
        <MarkedText>{claim.statement}</MarkedText>
      </p>
      <Proof claim={claim} locale={locale} />
    </div>
  )
}

const proofs = ['method', 'sample', 'measured'] as const

/** How, on whom and when the figure was measured, as far as that is known. */
function Proof({claim, locale}: {claim: Claim; locale: Locale}) {
  const words = translator(locale, 'claims')
  const known = proofs.flatMap((name) => (claim[name] ? [{name, text: claim[name]}] : []))
  if (known.length === 0) return null
  return (
    <ul className={figureStyles.statement}>
      {known.map(({name, text}) => (
        <li key={name}>
          <MarkedText>{words(name, {text})}</MarkedText>
        </li>
      ))}
    </ul>
  )
}
