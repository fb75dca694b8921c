import {AddIcon} from '@sanity/icons/Add'
import {Button} from '@sanity/ui'
import {useState} from 'react'
import {
  type ArrayInputFunctionsProps,
  ArrayOfObjectsInput,
  type ArrayOfObjectsInputProps,
  type ArraySchemaType,
} from 'sanity'
import {newBlockKey} from '../presentation/blockEdits.ts'
import {addBlock, BlockPicker} from './BlockPicker.tsx'

type Block = {_key: string; _type?: string}
type Props = ArrayInputFunctionsProps<Block, ArraySchemaType>

/** Button that opens the dialog with all blocks. */
function AddBlock({onItemAppend, readOnly, schemaType}: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        data-testid="add-block"
        disabled={readOnly}
        icon={AddIcon}
        mode="ghost"
        onClick={() => setOpen(true)}
        text={addBlock}
      />
      {open && (
        <BlockPicker
          close={() => setOpen(false)}
          pick={(name) => onItemAppend({_type: name, _key: newBlockKey()})}
          types={schemaType.of}
        />
      )}
    </>
  )
}

/** Sanity's array input with `AddBlock` in place of its add button. */
export function BlocksInput(props: ArrayOfObjectsInputProps) {
  return <ArrayOfObjectsInput {...props} arrayFunctions={AddBlock} />
}
