import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {hasPage, Link} from '@/components/navigation/Link'
import {Arrow} from '@/components/ui/Arrow'
import {NextLink} from '@/components/ui/NextLink'
import {Section} from '@/components/ui/Section'
import type {entrancesShape} from '@/sanity/blocks/entrances/projection'
import styles from './Entrances.module.css'

/** Ways in by kind of reader: who, their question, and the page that answers it. Those to hidden pages are left out. */
export function Entrances({block, context}: BlockProps<z.output<typeof entrancesShape>>) {
  const Title = block.heading ? 'h3' : 'h2'
  const groups = block.groups
    .map((group) => ({...group, items: group.items.filter(({link}) => hasPage(link.route))}))
    .filter(({items}) => items.length > 0)
  return (
    <Section block={block}>
      <div className={styles.groups}>
        {groups.map(({_key, title, items}) => (
          <div key={_key}>
            <Title className={styles.title}>{title}</Title>
            <ul className={styles.items}>
              {items.map(({_key, text, link}) => (
                <li key={_key} className={styles.item}>
                  <Link to={link} locale={context.locale}>
                    {link.label}
                  </Link>
                  <p>{text}</p>
                  <Arrow />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <NextLink link={block.next} context={context} />
    </Section>
  )
}
