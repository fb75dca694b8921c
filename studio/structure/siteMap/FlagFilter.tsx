import {Button, Flex} from '@sanity/ui'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {flagWords} from './flagWords.ts'
import {type PageFlag, type PageState, pageFlags} from './pageStates.ts'

interface FlagFilterProps {
  states: readonly PageState[]
  chosen: PageFlag | undefined
  onChoose: (flag: PageFlag | undefined) => void
}

/** How many pages are in which state; a click shows those alone. */
export function FlagFilter({states, chosen, onChoose}: FlagFilterProps) {
  const counts = pageFlags.map((flag) => ({flag, count: states.filter(({flags}) => flags.has(flag)).length}))
  return (
    <Flex gap={1} wrap="wrap">
      <Button
        fontSize={1}
        mode="bleed"
        onClick={() => onChoose(undefined)}
        padding={2}
        selected={chosen === undefined}
        text={`${label('全部', 'All')} ${states.length}`}
      />
      {counts
        .filter(({flag, count}) => count > 0 || flag === chosen)
        .map(({flag, count}) => (
          <Button
            data-testid={`flag-${flag}`}
            fontSize={1}
            key={flag}
            mode="bleed"
            onClick={() => onChoose(flag === chosen ? undefined : flag)}
            padding={2}
            selected={flag === chosen}
            text={`${flagWords[flag].title} ${count}`}
            title={flagWords[flag].meaning}
          />
        ))}
    </Flex>
  )
}
