import {drawScenario} from '@/components/demo/drawScenario'
import {isLocale, type Locale} from '@/lib/locales'
import {scenarioPath} from '@/lib/urls'
import {loadScenarioAnchors, readPage} from '@/sanity/content'
import {localize} from '@/sanity/presentContent'
import {hasAnchor, validScenarios} from '@/sanity/scenarios'

// Not static by force: drafts are shown by the cookie, which names the editor or the guest.
export const revalidate = 3600

/** Scenarios published later are rendered on first request. */
export async function generateStaticParams() {
  const scenarios = await loadScenarioAnchors()
  return scenarios.map(({locale, anchor}) => ({
    path: scenarioPath(locale, anchor).replace('/payloads/scenarios/', '').split('/'),
  }))
}

/** A demo scenario as JSON, versioned and revalidated with its page. */
export async function GET(_request: Request, {params}: {params: Promise<{path: string[]}>}) {
  const {path} = await params
  const {locale, anchor} = targetOf(path)
  const demo = await readPage('/demo')
  const {version} = demo
  const scenarios = demo.refusal ? [] : validScenarios(localize(demo.page, locale))
  const found = scenarios.find((scenario) => hasAnchor(scenario, anchor))
  if (demo.refusal || !found)
    return Response.json({statusCode: 404, message: `There is no scenario ${anchor}`, version}, {status: 404})
  const scenario = drawScenario(found, {locale, settings: localize(demo.site, locale).settings})
  return Response.json({version, locale, scenario})
}

function targetOf(path: readonly string[]): {locale: Locale; anchor: string} {
  const [first = '', second] = path
  const [locale, file] = isLocale(first) && second ? [first, second] : ['zh' as const, first]
  return {locale, anchor: file.replace(/\.json$/, '')}
}
