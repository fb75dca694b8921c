import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {PageData} from '@/sanity/presentContent'
import styles from './Breadcrumb.module.css'

export function Breadcrumb({page, locale}: {page: PageData; locale: Locale}) {
  if (page.route === '/') return null
  const words = translator(locale, 'site')
  const {product} = page
  const above = product && product.route !== page.route ? product : undefined
  return (
    <nav aria-label={words('breadcrumb')}>
      <ol className={styles.trail}>
        <li>
          <Link to="/" locale={locale}>
            {words('home')}
          </Link>
        </li>
        {above && (
          <li>
            <Link to={above.route} locale={locale}>
              {above.code}
            </Link>
          </li>
        )}
        <li aria-current="page">{nameOfPage(page)}</li>
      </ol>
    </nav>
  )
}

/** Not that of 17025：2017. */
const colon = /(?<!\d)：|：(?!\d{4})|:(?=[\s\p{Script=Han}])/u

/** A page's short name: its module, its product, or its title up to the colon. */
export function nameOfPage({route, title, product, module}: Pick<PageData, 'route' | 'title' | 'product' | 'module'>) {
  const own = module ? module.name : product?.route === route ? product.code : undefined
  // A program may have referred to a document without a name.
  return own || title.split(colon, 1)[0]?.trim() || title
}
