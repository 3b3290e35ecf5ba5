import { Button, Group } from '@mantine/core'
import { useContext, useEffect, useRef, useState } from 'react'
import { useNarrow } from '../frame/useNarrow.ts'
import { goTo, type Lines } from './amountLine.ts'
import css from './amountLines.module.css'
import { FormPartsContext } from './formContext.ts'

/** Provides showing one line at a time on a phone: whether one is shown alone, and the props of the lines. */
export function useOneAtATime(props: Lines) {
  const narrow = useNarrow()
  const parts = useContext(FormPartsContext)
  const [isOpened, setIsOpened] = useState(false)
  const follows = useRef(false)
  const alone = narrow && isOpened
  const { lines: all, name, selected, onSelect } = props
  const position = all.findIndex(({ key }) => key === selected)
  useEffect(() => {
    // After moving by a key, the cursor is placed in the amount of the new line.
    if (follows.current && parts) goTo(parts.id, name, position)
    follows.current = false
  }, [position, parts, name])
  const lines: Lines = {
    ...props,
    below: narrow && !isOpened ? null : props.below,
    onOpen: narrow ? () => setIsOpened(true) : undefined,
    onStep: (index) => {
      const line = all[index]
      if (!alone || !line || !parts) return parts !== null && goTo(parts.id, name, index)
      follows.current = true
      onSelect(line.key)
      return true
    },
  }
  return { alone, lines, close: () => setIsOpened(false) }
}

/** The buttons from a line that is shown alone to the previous and next line, and back to all lines. */
export function LineNavigation({
  lines,
  noun,
  at,
  onSelect,
  onAll,
}: Lines & { at: number; onAll: () => void }) {
  const [before, after] = [lines[at - 1], lines[at + 1]]
  const navigation = useRef<HTMLDivElement>(null)
  useEffect(() => {
    navigation.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <Group component="nav" ref={navigation} aria-label={`${noun}s`} gap="xs" className={css.way}>
      <Button variant="default" disabled={!before} onClick={() => before && onSelect(before.key)}>
        Previous
      </Button>
      <span>
        {at + 1} of {lines.length}
      </span>
      <Button variant="default" disabled={!after} onClick={() => after && onSelect(after.key)}>
        Next
      </Button>
      <Button variant="subtle" onClick={onAll}>
        All {noun.toLowerCase()}s
      </Button>
    </Group>
  )
}
