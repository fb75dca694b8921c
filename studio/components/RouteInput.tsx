import type {StringInputProps} from 'sanity'
import {routes} from '../../lib/routes.ts'
import {usePageTitles} from './usePageTitles.ts'

/** The list of pages by title and route, where the schema alone knows the routes only. */
export function RouteInput(props: StringInputProps) {
  const titles = usePageTitles()
  const {schemaType} = props
  const list = routes.map((route) => ({value: route, title: [route, titles.get(route)].filter(Boolean).join('　')}))
  return props.renderDefault({...props, schemaType: {...schemaType, options: {...schemaType.options, list}}})
}
