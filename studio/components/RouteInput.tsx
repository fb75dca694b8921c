import {useEffect, useState} from 'react'
import {type StringInputProps, useClient} from 'sanity'
import {routes} from '../../lib/routes.ts'
import {apiVersion} from '../../sanity/env.ts'

const titlesQuery = '*[_type == "page" && defined(title.zh)] {route, "title": title.zh}'

/** The Chinese title of each page by its route, drafts first; empty until it has been read. */
function usePageTitles(): ReadonlyMap<string, string> {
  const client = useClient({apiVersion})
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const pages = client.observable.fetch<{route: string; title: string}[]>(titlesQuery, {}, {perspective: 'drafts'})
    const subscription = pages.subscribe({
      next: (found) => setTitles(new Map(found.map(({route, title}) => [route, title]))),
      // The list then shows routes alone, which is enough to choose one.
      error: () => {},
    })
    return () => subscription.unsubscribe()
  }, [client])
  return titles
}

/** The list of pages by title and route, where the schema alone knows the routes only. */
export function RouteInput(props: StringInputProps) {
  const titles = usePageTitles()
  const {schemaType} = props
  const list = routes.map((route) => ({value: route, title: [route, titles.get(route)].filter(Boolean).join('　')}))
  return props.renderDefault({...props, schemaType: {...schemaType, options: {...schemaType.options, list}}})
}
