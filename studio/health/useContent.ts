import {useEffect, useState} from 'react'
import {debounceTime, filter, merge, of, switchMap} from 'rxjs'
import {useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import type {ContentDocument} from '../../sanity/health/ContentDocument.ts'

const everything = '*[!(_type match "system.*")]'

/** Changes that come within this time are read together. */
const settle = 1500

/** All documents of the dataset, drafts included, read anew after each change. Undefined until the first have come. */
export function useContent(): {documents?: ContentDocument[]; error?: Error} {
  const client = useClient({apiVersion})
  const [content, setContent] = useState<{documents?: ContentDocument[]; error?: Error}>({})
  useEffect(() => {
    const {observable} = client.withConfig({perspective: 'raw'})
    const changes = client.listen('*', {}, {includeResult: false, visibility: 'query', tag: 'health'}).pipe(
      filter(({type}) => type === 'mutation'),
      debounceTime(settle),
    )
    const subscription = merge(of('now'), changes)
      .pipe(switchMap(() => observable.fetch<ContentDocument[]>(everything, {}, {tag: 'health'})))
      .subscribe({next: (documents) => setContent({documents}), error: (error: Error) => setContent({error})})
    return () => subscription.unsubscribe()
  }, [client])
  return content
}
