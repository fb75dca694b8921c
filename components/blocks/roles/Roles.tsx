import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Phrases} from '@/components/ui/Phrases'
import {Section} from '@/components/ui/Section'
import type {rolesShape} from '@/sanity/blocks/roles/projection'
import styles from './Roles.module.css'

/** Roles and their tasks. */
export function Roles({block}: BlockProps<z.output<typeof rolesShape>>) {
  return (
    <Section block={block} layout="split">
      <dl className={styles.lanes}>
        {block.items.map(({_key, role, text}) => (
          <div key={_key} className={styles.lane}>
            <dt>{role.name}</dt>
            <dd>
              <Phrases>{text}</Phrases>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
