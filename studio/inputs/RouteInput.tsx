import {useEffect, useState} from 'react'
import {type StringInputProps, useClient} from 'sanity'
import {routes} from '../../lib/routes.ts'
import {apiVersion} from '../../sanity/env.ts'

const titlesQuery = '*[_type == "page" && defined(title.zh)] {route, "title": title.zh}'

/** Loads the Chinese titles of all pages by route, of drafts if there are; empty until loaded. */
function usePageTitles(): ReadonlyMap<string, string> {
  const client = useClient({apiVersion})
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const pages = client.observable.fetch<{route: string; title: string}[]>(titlesQuery, {}, {perspective: 'drafts'})
    const subscription = pages.subscribe({
      next: (found) => setTitles(new Map(found.map(({route, title}) => [route, title]))),
      // Without titles the list shows routes, which is enough.
      error: () => {},
    })
    return () => subscription.unsubscribe()
  }, [client])
  return titles
}

/** Dropdown of pages by route and title; the schema alone has only routes. */
export function RouteInput(props: StringInputProps) {
  const titles = usePageTitles()
  const {schemaType} = props
  const list = routes.map((route) => ({value: route, title: [route, titles.get(route)].filter(Boolean).join('　')}))
  return props.renderDefault({...props, schemaType: {...schemaType, options: {...schemaType.options, list}}})
}
