import type {ReactNode} from 'react'
import {IntentLink} from 'sanity/router'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {goToField} from './goToField.ts'

interface FieldLinkProps {
  id: string
  type: string
  path: string | undefined
  /** The release whose version has the field; none for the one that the Studio shows. */
  release?: string | undefined
  onFollow?: (() => void) | undefined
  children: ReactNode
}

/** A link to a field. Where the document's form is on screen, the page stays as it is and the caret goes to the field. */
export function FieldLink({id, type, path, release, onFollow, children}: FieldLinkProps) {
  const follow = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    onFollow?.()
    if (path && goToField({id: publishedId(id), path})) event.preventDefault()
  }
  return (
    <IntentLink
      intent="edit"
      params={{id, type, ...(path ? {path} : {})}}
      {...(release && {searchParams: [['perspective', release]]})}
      onClick={follow}
    >
      {children}
    </IntentLink>
  )
}
