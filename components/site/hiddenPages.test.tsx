import {expect, it, vi} from 'vitest'
import {CallToAction} from '@/components/blocks/callToAction/CallToAction'
import {Entrances} from '@/components/blocks/entrances/Entrances'
import {draw} from '@/components/testing/draw'
import {context, pageOf, site} from '@/components/testing/fixtures'
import {CardGrid} from '@/components/ui/CardGrid'
import {NextLink} from '@/components/ui/NextLink'
import {shownGroups} from './Menu'
import {ModulePager} from './ModulePager'
import {PageActions} from './PageActions'
import {SiteFrame} from './SiteFrame'

vi.mock('@/sanity/hiddenRoutes', () => ({hiddenRoutes: () => new Set(['/lims'])}))

const linkTo = <Path extends string>(route: Path) => ({label: `To ${route}`, route, demo: null, section: null})

it('leaves out buttons and links of their own to a page that visitors do not see yet', () => {
  const actions = (['/lims', '/story'] as const).map((route) => ({
    _key: route,
    _type: 'link' as const,
    ...linkTo(route),
  }))
  const block = {_key: 'k', _type: 'callToAction', heading: 'See it', link: linkTo('/lims')} as const
  const {body} = draw(
    <>
      <NextLink link={linkTo('/lims')} context={context} />
      <CallToAction block={block} context={context} />
      <PageActions page={pageOf({actions})} locale="en" />
    </>,
  )
  expect(body.textContent).toBe('To /story')
})

it('leaves them out of menu, footer and pager, with groups that hold nothing else', () => {
  const {body} = draw(
    <SiteFrame locale="en" site={site} route="/about">
      <ModulePager locale="en" groups={shownGroups(site.navigation?.menu)} route="/limsPages/report" />
    </SiteFrame>,
  )
  expect(body.textContent).toContain('About')
  expect(body.textContent).not.toContain('LIMS')
  const [group] = site.navigation?.menu ?? []
  expect(group && shownGroups([{...group, links: group.links?.slice(0, 1) ?? null}])).toEqual([])
})

it('keeps cards and entrances, without what promises a link', () => {
  const card = {key: 'a', title: 'Orders', text: 'Text', route: '/lims'}
  const cards = draw(<CardGrid cards={[card]} locale="en" headingLevel={2} />)
  expect(cards.body.textContent).toBe('OrdersText')
  expect(cards.body.querySelector('a, svg')).toBeNull()
  const groups = [
    {
      _key: 'a',
      title: 'By role',
      items: (['/lims', '/about'] as const).map((route) => ({_key: route, text: route, link: linkTo(route)})),
    },
    {_key: 'b', title: 'By size', items: [{_key: 'c', text: 'Small', link: linkTo('/lims')}]},
  ]
  const entrances = draw(<Entrances block={{_key: 'e', _type: 'entrances', groups}} context={context} />)
  expect(entrances.body.textContent).toBe('By roleTo /about/about')
})
