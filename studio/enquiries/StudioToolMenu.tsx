import {useEffect, useRef, useState} from 'react'
import {type ToolMenuProps, useClient, useCurrentUser} from 'sanity'
import {enquiriesApi} from './enquiriesApi.ts'

/**
 * Sanity's menu of tools, in which screen readers learn which one is open, and nobody is offered Enquiries who may not read
 * them.
 */
export function StudioToolMenu(props: ToolMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const mayRead = useMayRead()
  const tools = mayRead ? props.tools : props.tools.filter(({name}) => name !== 'enquiries')
  // On each render: Sanity marks the open tool by its colour alone.
  useEffect(() => {
    for (const link of menu.current?.querySelectorAll('a') ?? []) {
      if (link.hasAttribute('data-selected')) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
  })
  return (
    <div ref={menu} style={{display: 'contents'}}>
      {props.renderDefault({...props, tools})}
    </div>
  )
}

/**
 * Whether to offer Enquiries: to administrators always, to others as the site's server answers, which knows `ENQUIRY_ROLES`. Where
 * it does not answer, the tool says why.
 */
function useMayRead(): boolean {
  const client = useClient({apiVersion: __CONTENT_SOURCE__.apiVersion})
  const isAdministrator = useCurrentUser()?.roles.some(({name}) => name === 'administrator') === true
  const [mayRead, setMayRead] = useState(false)
  useEffect(() => {
    if (isAdministrator) return
    enquiriesApi(client, __CONTENT_SOURCE__)
      .mayRead()
      .then(setMayRead, () => setMayRead(true))
  }, [client, isAdministrator])
  return isAdministrator || mayRead
}
