import {ArrayOfObjectsInput, type ArrayOfObjectsInputProps} from 'sanity'
import {AddBlock} from './AddBlock.tsx'

/** A page's list of blocks, with our own way of adding one; reordering and the rest stay Sanity's. */
export function BlocksInput(props: ArrayOfObjectsInputProps) {
  return <ArrayOfObjectsInput {...props} arrayFunctions={AddBlock} />
}
