import {useEffect, useState} from 'react'
import {useDocumentStore} from 'sanity'
import {publishedId} from '../../sanity/health/documents.ts'

export interface ShowingPage {
  _id: string
  route?: string
  title?: {zh?: string; en?: string}
}

/** Pages that refer to a document, in blocks or within text, or to another document that does. */
const showing = {
  fetch: `*[_type == "page" && (
    references($id) || references(*[_type != "page" && references($id)]._id)
  )] | order(route asc) {_id, route, title}`,
  listen: '*[_type == "page"]',
}

/** The pages that show a document, their drafts included; follows every change. Undefined until they are known. */
export function useShowingPages(documentId: string): ShowingPage[] | undefined {
  const store = useDocumentStore()
  const [pages, setPages] = useState<ShowingPage[]>()
  const id = publishedId(documentId)
  useEffect(() => {
    const subscription = store.listenQuery(showing, {id}, {perspective: 'drafts', tag: 'showing-pages'}).subscribe({
      next: (found: ShowingPage[]) => setPages(found.map((page) => ({...page, _id: publishedId(page._id)}))),
    })
    return () => subscription.unsubscribe()
  }, [store, id])
  return pages
}
