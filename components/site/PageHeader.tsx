import {HueLine} from '@/components/ui/HueLine'
import {hasShortClauses} from '@/components/ui/hasShortClauses'
import {MarkedText} from '@/components/ui/MarkedText'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {PageData} from '@/sanity/content.types'
import {Breadcrumb} from './Breadcrumb'
import {HeaderDrawing} from './HeaderDrawing'
import styles from './PageHeader.module.css'
import {registerNumber} from './registerNumber'

/** The head of the sheet: where the page stands, its title and lead, and on home and product pages its drawing. */
export function PageHeader({page, locale}: {page: PageData; locale: Locale}) {
  const {title, description, product, module} = page
  const revised = page._updatedAt.slice(0, 10)
  return (
    <div className={styles.header}>
      <Breadcrumb page={page} locale={locale} />
      <div className={styles.sheet}>
        <div className={styles.words}>
          {product && (
            <p className={styles.register}>
              <span className={styles.code}>{module ? registerNumber(module) : product.code}</span>
              <HueLine />
              <span>
                {translator(locale, 'site')('revised')} <time dateTime={revised}>{revised}</time>
              </span>
            </p>
          )}
          <h1 className={styles.title} data-clauses={hasShortClauses(title, 10)}>
            {title}
          </h1>
          <p className={styles.lead}>
            <MarkedText>{description}</MarkedText>
          </p>
        </div>
        <HeaderDrawing page={page} locale={locale} />
      </div>
    </div>
  )
}
