import {hasPage, Link} from '@/components/navigation/Link'
import type {Locale} from '@/lib/locales'
import {Arrow} from './Arrow'
import styles from './CardGrid.module.css'
import {Phrases} from './Phrases'

interface Card {
  key: string
  label?: string
  title: string
  text: string
  /** Without one, or without its page, the card is no link. */
  route?: string | null | undefined
}

interface CardGridProps {
  cards: readonly Card[]
  locale: Locale
  headingLevel: 2 | 3
}

/** Cards in a grid of hairlines; the whole card is the link's target. */
export function CardGrid({cards, locale, headingLevel}: CardGridProps) {
  const Title = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className={styles.grid} data-cards={cards.length}>
      {cards.map(({key, label, title, text, route}) => (
        <li key={key} className={styles.card}>
          {label && <span className={styles.label}>{label}</span>}
          <Title className={styles.title}>
            {hasPage(route) ? (
              <Link to={route} locale={locale}>
                <Phrases clause={0}>{title}</Phrases>
              </Link>
            ) : (
              <Phrases clause={0}>{title}</Phrases>
            )}
          </Title>
          <p className={styles.text}>
            <Phrases>{text}</Phrases>
          </p>
          {hasPage(route) && <Arrow />}
        </li>
      ))}
    </ul>
  )
}
