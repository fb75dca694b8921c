import {useRouter} from 'sanity/router'
import {type UserComponent, usePaneRouter} from 'sanity/structure'
import {SiteMap} from './SiteMap.tsx'

/** The site map as a pane of the desk: a page's form opens beside it. */
export const SiteMapPane: UserComponent = ({childItemId}) => {
  const {ChildLink, groupIndex, routerPanesState} = usePaneRouter()
  const router = useRouter()
  return (
    <SiteMap
      link={({id}, row) => <ChildLink childId={id}>{row}</ChildLink>}
      open={({id}) => router.navigate({panes: [...routerPanesState.slice(0, groupIndex + 1), [{id}]]})}
      selected={childItemId}
    />
  )
}
