import {useEffect, useState} from 'react'
import {useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'

const titlesQuery = '*[_type == "page" && defined(title.zh)] {route, "title": title.zh}'

/** The Chinese title of each page by its route, drafts first; empty until it has been read. */
export function usePageTitles(): ReadonlyMap<string, string> {
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
