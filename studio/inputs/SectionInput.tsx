import {useEffect, useState} from 'react'
import {type StringInputProps, useClient, useFormValue} from 'sanity'
import {isObject} from '../../lib/json.ts'
import type {Locale} from '../../lib/locales.ts'
import {titleOf} from '../../sanity/blocks/titles.ts'
import {apiVersion} from '../../sanity/env.ts'
import {firstText} from '../../sanity/hasText.ts'
import {perspectiveBeside} from '../../sanity/health/contentDocuments.ts'
import {sectionOf} from '../../sanity/projections/section.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'

const blocksQuery = '*[_type == "page" && route == $route][0].blocks[]{_key, _type, heading}'

/** Returns the entries of the dropdown: the sections of a page in its order, by heading, else by the type of block. */
export function sectionChoices(route: string, blocks: readonly unknown[], locale: Locale = editorLocale()) {
  return blocks.filter(isObject).map(({_key, _type, heading}, index) => {
    const {zh, en}: Record<string, unknown> = isObject(heading) ? heading : {}
    const words = firstText(locale === 'en' ? en : zh, zh, en) ?? titleOf(String(_type), [], locale)
    return {value: sectionOf(route, String(_key)), title: `${index + 1}　${words}`}
  })
}

/** The blocks of a page; undefined until loaded. The page whose form this is has those of the form. */
function useBlocks(route: unknown): readonly unknown[] | undefined {
  const client = useClient({apiVersion})
  const isOwn = useFormValue(['route']) === route
  const own = useFormValue(['blocks'])
  const id = useFormValue(['_id'])
  const [loaded, setLoaded] = useState<{route: unknown; blocks: readonly unknown[]}>()
  useEffect(() => {
    if (isOwn || typeof route !== 'string') return
    const options = {perspective: perspectiveBeside(id)}
    const found = client.observable.fetch<unknown[] | null>(blocksQuery, {route}, options)
    const subscription = found.subscribe({
      next: (blocks) => setLoaded({route, blocks: blocks ?? []}),
      // The field keeps what is chosen.
      error: () => {},
    })
    return () => subscription.unsubscribe()
  }, [client, id, isOwn, route])
  if (isOwn) return Array.isArray(own) ? own : []
  return loaded?.route === route ? loaded?.blocks : undefined
}

/** Dropdown of the sections of the page that the link beside it opens. What is no longer among them is named so. */
export function SectionInput(props: StringInputProps) {
  const {path, value, schemaType} = props
  const route = useFormValue([...path.slice(0, -1), 'route'])
  const blocks = useBlocks(route)
  const sections = blocks ? sectionChoices(String(route), blocks) : []
  const isListed = value === undefined || sections.some((section) => section.value === value)
  const gone = blocks ? label('这一段已经不在页面上', 'No longer on the page') : '…'
  const list = isListed ? sections : [...sections, {value, title: gone}]
  return props.renderDefault({...props, schemaType: {...schemaType, options: {...schemaType.options, list}}})
}
