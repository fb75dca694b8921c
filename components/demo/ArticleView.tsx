import type {BlockContext} from '@/components/blocks/context'
import {translator} from '@/i18n/translator'
import {sitePath} from '@/lib/urls'
import type {Scenario} from '@/sanity/projections/scenario'
import styles from './ArticleView.module.css'
import {ContactLine, ScenarioSteps} from './DemoArticle'

interface ArticleViewProps extends Omit<BlockContext, 'figure'> {
  scenario: Scenario
}

/** A scenario in full, with a link to the contact form. */
export function ArticleView({scenario, ...context}: ArticleViewProps) {
  const {locale} = context
  const words = translator(locale, 'demo')
  const {anchor, product, title, summary} = scenario
  return (
    <main data-hue={product.hue}>
      <header className={styles.head}>
        <p>
          <a href={`${sitePath(locale, '/demo')}#${anchor}`}>{words('backToDemo')}</a>
        </p>
        <h1>
          {product.code} · {title}
        </h1>
        <p className={styles.lead}>{summary}</p>
      </header>
      <ScenarioSteps scenario={scenario} context={context} />
      <div className={styles.end}>
        <ContactLine anchor={anchor} locale={locale} />
      </div>
    </main>
  )
}
