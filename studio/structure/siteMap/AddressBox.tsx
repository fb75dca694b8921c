import {SearchIcon} from '@sanity/icons/Search'
import {TextInput} from '@sanity/ui'
import {label} from '../../../sanity/schema/support/bilingual.ts'

interface AddressBoxProps {
  value: string
  onChange: (text: string) => void
  onEnter: () => void
}

/** Where an editor pastes the address of a page, or types words of its title; Enter opens the first that is found. */
export function AddressBox({value, onChange, onEnter}: AddressBoxProps) {
  const words = label('粘贴网址，或输入标题', 'Paste an address, or type a title')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
    >
      <TextInput
        aria-label={words}
        clearButton={value !== ''}
        data-testid="find-page"
        fontSize={2}
        icon={SearchIcon}
        onChange={({currentTarget}) => onChange(currentTarget.value)}
        onClear={() => onChange('')}
        placeholder={words}
        radius={2}
        value={value}
      />
    </form>
  )
}
