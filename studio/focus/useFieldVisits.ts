import {useEffect, useRef} from 'react'
import {stringToPath, useFormCallbacks, useSchema} from 'sanity'
import {publishedId} from '../../sanity/health/documents.ts'
import {fieldPath} from '../health/fieldPath.ts'
import {bringCaret} from './bringCaret.ts'
import {registerForm} from './goToField.ts'

/** Lets the form of a document visit fields. Undefined: no document is shown. */
export function useFieldVisits(document: {_id: string; _type: string} | undefined): void {
  const {onPathFocus, onPathOpen} = useFormCallbacks()
  const schema = useSchema()
  const shown = useRef(document)
  useEffect(() => {
    shown.current = document
  })
  const id = document && publishedId(document._id)
  useEffect(() => {
    if (id === undefined) return
    let end = () => {}
    const unregister = registerForm(id, (path) => {
      end()
      const field = shown.current ? fieldPath(schema, shown.current, path) : path
      end = bringCaret(field, () => {
        // The first opens tabs and dialogs around the field, the second scrolls lists to it.
        onPathOpen(stringToPath(field))
        onPathFocus(stringToPath(field))
      })
    })
    return () => {
      end()
      unregister()
    }
  }, [id, schema, onPathFocus, onPathOpen])
}
