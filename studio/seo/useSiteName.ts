import {useEffect, useState} from 'react'
import {useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'

/** The site's name in both languages, as it is published; undefined until it has been read. */
export function useSiteName(): unknown {
  const client = useClient({apiVersion})
  const [name, setName] = useState<unknown>()
  useEffect(() => {
    const subscription = client.observable
      .fetch<unknown>('*[_id == "siteSettings"][0].siteName', {}, {perspective: 'published'})
      // Without it the preview shows the page's title alone.
      .subscribe({next: setName, error: () => {}})
    return () => subscription.unsubscribe()
  }, [client])
  return name
}
