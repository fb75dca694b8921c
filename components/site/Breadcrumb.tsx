import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {PageData} from '@/sanity/content.types'
import styles from './Breadcrumb.module.css'

/** Where the page stands: home, its product, itself. */
export function Breadcrumb({page, locale}: {page: PageData; locale: Locale}) {
  if (page.route === '/') return null
  const words = translator(locale, 'site')
  const {product, module} = page
  const above = product && product.route !== page.route ? product : undefined
  const here = module?.name ?? (product?.route === page.route ? product.code : page.title)
  return (
    <nav aria-label={words('breadcrumb')}>
      <ol className={styles.trail}>
        <li>
          <Link route="/" locale={locale}>
            {words('home')}
          </Link>
        </li>
        {above && (
          <li>
            <Link route={above.route} locale={locale}>
              {above.code}
            </Link>
          </li>
        )}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
