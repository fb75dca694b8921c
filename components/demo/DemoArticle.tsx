import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {articlePath, withBasePath} from '@/lib/urls'
import type {SiteData} from '@/sanity/content.types'
import type {Scenario} from '@/sanity/projections/scenario'
import {ContactLine} from './ContactLine'
import {ScenarioSteps} from './ScenarioSteps'

interface DemoArticleProps {
  scenarios: readonly Scenario[]
  settings: SiteData['settings']
  locale: Locale
}

/** The scenarios to be read: the first in full, the others in outline, each with a link to its article. */
export function DemoArticle({scenarios: [first, ...others], settings, locale}: DemoArticleProps) {
  const words = translator(locale, 'demo')
  return (
    <>
      {first && (
        <div data-hue={first.product.hue}>
          <FormerNames names={first.formerAnchors} />
          <Section
            block={{_key: first.anchor, heading: `${first.product.code} · ${first.title}`, intro: first.summary}}
          />
          <ScenarioSteps scenario={first} context={{locale, settings}} />
          <Section block={{_key: `${first.anchor}-end`}}>
            <ContactLine anchor={first.anchor} locale={locale} />
          </Section>
        </div>
      )}
      {others.map(({anchor, formerAnchors, title, summary, product, steps}) => (
        <div key={anchor} id={anchor} data-hue={product.hue}>
          <FormerNames names={formerAnchors} />
          <Section block={{_key: anchor, heading: `${product.code} · ${title}`, intro: summary}} layout="split">
            <ol>
              {steps.map(({_key, heading}) => (
                <li key={_key}>{heading}</li>
              ))}
            </ol>
            <p>
              <a href={withBasePath(articlePath(locale, anchor))}>{words('readAll')}</a>
            </p>
          </Section>
        </div>
      ))}
    </>
  )
}

/** Where links from before a change of name lead. */
function FormerNames({names}: {names: readonly string[]}) {
  return names.map((name) => <span key={name} id={name} />)
}
