import {useEffect, useState} from 'react'
import {type StringInputProps, useClient, useFormValue} from 'sanity'
import {routes} from '../../lib/routes.ts'
import {apiVersion} from '../../sanity/env.ts'
import {type ContentDocument, documentTitle, perspectiveBeside} from '../../sanity/health/contentDocuments.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

const titlesQuery = '*[_type == "page" && defined(title)] {_id, _type, route, title}'

/** Returns the entries of the dropdown: routes, with their pages' titles in the editor's language where they have one. */
export function routeChoices(pages: readonly ContentDocument[], locale = editorLocale()) {
  const titles = new Map(pages.map((page) => [page.route, documentTitle(page, locale)]))
  return routes.map((route) => ({value: route, title: [route, titles.get(route)].filter(Boolean).join('　')}))
}

/** Loads the titles of all pages, of versions in the form's release and of drafts if there are; empty until loaded. */
function usePages(): readonly ContentDocument[] {
  const client = useClient({apiVersion})
  const id = useFormValue(['_id'])
  const [pages, setPages] = useState<readonly ContentDocument[]>([])
  useEffect(() => {
    const options = {perspective: perspectiveBeside(id)}
    const found = client.observable.fetch<ContentDocument[]>(titlesQuery, {}, options)
    const subscription = found.subscribe({
      next: setPages,
      // Without titles the list shows routes, which is enough.
      error: () => {},
    })
    return () => subscription.unsubscribe()
  }, [client, id])
  return pages
}

/** Dropdown of pages by route and title; the schema alone has only routes. */
export function RouteInput(props: StringInputProps) {
  const list = routeChoices(usePages())
  const {schemaType} = props
  return props.renderDefault({...props, schemaType: {...schemaType, options: {...schemaType.options, list}}})
}
