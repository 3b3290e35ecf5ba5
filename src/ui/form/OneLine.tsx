import { Button, Group } from '@mantine/core'
import { useContext, useEffect, useRef, useState } from 'react'
import { useNarrow } from '../frame/useNarrow.ts'
import { goTo, type Lines } from './amountLine.ts'
import css from './amountLines.module.css'
import { FormPartsContext } from './formContext.ts'

/** On a phone: returns whether one line is shown alone, and the lines as they are shown then. */
export function useOneAtATime(props: Lines) {
  const narrow = useNarrow()
  const parts = useContext(FormPartsContext)
  const [isOpened, setIsOpened] = useState(false)
  const follows = useRef(false)
  const alone = narrow && isOpened
  const { lines: all, name, selected, onSelect } = props
  const position = all.findIndex(({ key }) => key === selected)
  useEffect(() => {
    // Who went on by a key goes on typing.
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

/** Leads from the line that is shown alone to its neighbors, and back to all. */
export function WayOfLines({ lines, noun, at, onSelect, onAll }: Lines & { at: number; onAll: () => void }) {
  const [before, after] = [lines[at - 1], lines[at + 1]]
  const refObject = useRef<HTMLDivElement>(null)
  useEffect(() => {
    refObject.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <Group component="nav" ref={refObject} aria-label={`${noun}s`} gap="xs" className={css.way}>
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
