import {useEffect, useState} from 'react'
import {useClient} from 'sanity'
import {apiVersion} from '../../../sanity/env.ts'
import type {ContentDocument} from '../../../sanity/health/ContentDocument.ts'
import {watchDocuments} from './watchDocuments.ts'

/** Every document as it is now, undefined until they have been read. */
export function useSiteDocuments(): readonly ContentDocument[] | undefined {
  const client = useClient({apiVersion})
  const [documents, setDocuments] = useState<readonly ContentDocument[]>()
  useEffect(() => {
    const subscription = watchDocuments(client).subscribe({next: setDocuments, error: () => setDocuments([])})
    return () => subscription.unsubscribe()
  }, [client])
  return documents
}
