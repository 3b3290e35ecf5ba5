import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Option } from '../display.ts'
import { inputAttributes, type Wiring } from '../FieldFrame.tsx'
import { usePopup } from '../usePopup.ts'
import { optionId } from './Listbox.tsx'
import { findMatchingOptions, nextUsable } from './options.ts'

/** See `useCombobox`. */
export interface ComboboxOptions {
  options: readonly Option[]
  wiring: Wiring
  onPick: (option: Option) => void
  /** Called for Enter or Tab without an active option. Returns whether the typed text led to a choice. */
  onSettle: (input: string | null, key: 'Enter' | 'Tab') => boolean
  /** Returns an additional choice from the typed text, such as adding it to the list; it comes last. */
  extra?: (input: string) => Option | undefined
  /** Whether the list remains open after a choice. */
  multiple?: boolean
}

/**
 * Provides the behavior of a searchable choice, by the ARIA combobox pattern: typing filters, arrows move,
 * Enter chooses, Tab chooses and moves on, Escape undoes the typing, Alt+arrows open and close.
 */
export function useCombobox({ options, wiring, onPick, onSettle, extra, multiple = false }: ComboboxOptions) {
  const listId = useId()
  const boxRef = useRef<HTMLDivElement>(null)
  const { opened: isOpened, open, close, popupRef } = usePopup<HTMLDivElement>(boxRef, true)
  const [input, setInput] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const findMatches = (text: string) => withExtra(findMatchingOptions(options, text), extra?.(text))
  const { listed: matches, more } = isOpened ? findMatches(input ?? '') : NO_MATCHES
  const end = () => {
    setInput(null)
    setActive(-1)
    close()
  }
  const pick = (option: Option) => {
    onPick(option)
    return multiple ? setInput(null) : end()
  }
  const type = (text: string) => {
    setInput(text)
    setActive(text.trim() === '' ? -1 : nextUsable(findMatches(text).listed, -1, 1))
    open()
  }
  const settle = (event: KeyboardEvent, key: 'Enter' | 'Tab') => {
    const option = isOpened && !(multiple && onlyLeaves(key, input)) ? matches[active] : undefined
    if (option) pick(option)
    const used = option !== undefined || onSettle(input, key)
    if (key === 'Tab') end()
    else if (used || isOpened) event.preventDefault()
  }
  const onKeyDown = comboboxKeys({
    walk: (step) => (isOpened ? setActive(nextUsable(matches, active, step)) : open()),
    close,
    settle,
    end: isOpened || input !== null ? end : undefined,
  })
  const inputProps = {
    ...inputAttributes(wiring),
    ...COMBOBOX,
    'aria-expanded': isOpened,
    'aria-controls': isOpened ? listId : undefined,
    'aria-activedescendant': isOpened && active >= 0 ? optionId(listId, active) : undefined,
    onFocus: selectText,
    onKeyDown,
  } as const
  const isEmpty = options.length === 0 && matches.length === 0
  const listState = { popupRef, listed: matches, more, active, isEmpty }
  const listProps = { id: listId, label: listLabel(wiring), ...listState, onPick: pick, multiple }
  return { boxRef, opened: isOpened, open, end, typed: input, type, inputProps, listProps }
}

const COMBOBOX = { role: 'combobox', autoComplete: 'off', 'aria-autocomplete': 'list' } as const

/**
 * Whether Tab only leaves. In a choice of several, the chosen option is still active and must not be removed
 * again.
 */
const onlyLeaves = (key: string, input: string | null): boolean => key === 'Tab' && input === null

const NO_MATCHES: ReturnType<typeof findMatchingOptions> = { listed: [], more: 0 }

const withExtra = ({ listed, more }: ReturnType<typeof findMatchingOptions>, option: Option | undefined) => ({
  listed: option ? [...listed, option] : listed,
  more,
})

/** Selects the chosen text in the box, so that typing replaces it. */
const selectText = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()

const listLabel = (wiring: Wiring) =>
  wiring.labelledBy ? { 'aria-labelledby': wiring.labelledBy } : { 'aria-label': wiring['aria-label'] }

/** Handles the keys of a combobox. */
function comboboxKeys(box: {
  walk: (step: 1 | -1) => void
  close: () => void
  settle: (event: KeyboardEvent, key: 'Enter' | 'Tab') => void
  /**
   * Undoes the typing; undefined if there is nothing to undo, so that Escape can close a dialog around it.
   */
  end: (() => void) | undefined
}) {
  return (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey && key === 'ArrowUp') box.close()
      else box.walk(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Enter' || key === 'Tab') {
      box.settle(event, key)
    } else if (key === 'Escape' && box.end) {
      event.preventDefault()
      event.stopPropagation()
      box.end()
    }
  }
}
