import { type KeyboardEvent, useRef } from 'react'
import { IconChevronDown, IconX } from '../../frame/icons.ts'
import type { Option } from '../display.ts'
import { type ControlProps, withFrame } from '../FieldFrame.tsx'
import css from '../form.module.css'
import { Listbox } from './Listbox.tsx'
import { findMeantOption } from './options.ts'
import { useCombobox } from './useCombobox.ts'

/** The value of a choice: the value of an option, or an entry with its label for lists that grow (ENT-07). */
export type Chosen = number | string | { id: number; label: string }

/** See `ChoiceControl`. */
export interface ChoiceControlProps extends ControlProps<Chosen> {
  options: readonly Option[]
  /**
   * Whether people may add an option. The value is then `{ id, label }`, with id 0 for a new label. A text is
   * the noun for a new option. ENT-07.
   */
  creatable?: boolean | string
  placeholder?: string
}

const getKey = (value: Chosen | null | undefined) =>
  typeof value === 'object' && value !== null ? value.id : value

const getLabel = (value: Chosen | null | undefined, options: readonly Option[]): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return value.label
  return options.find((option) => option.value === value)?.label ?? String(value)
}

const toChosen = (option: Option, creatable: boolean | string = false): Chosen =>
  creatable ? { id: Number(option.value), label: option.label } : option.value

/**
 * Returns the choice that a typed text matches, null for none, undefined if the text has no meaning. ENT-07.
 */
function getMeaning(
  input: string,
  options: readonly Option[],
  creatable: boolean | string = false,
): Chosen | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const option = findMeantOption(options, text)
  if (creatable && option?.label.toLowerCase() !== text.toLowerCase()) return { id: 0, label: text }
  return option && toChosen(option, creatable)
}

/** The value of the choice that adds the typed text. */
const ADDED = 'added to the list'

/** Returns the option that adds the typed text to the list; undefined if the list already has it. */
function getAddOption(input: string, options: readonly Option[], creatable: boolean | string | undefined) {
  const text = input.trim()
  const isKnown = options.some((option) => option.label.toLowerCase() === text.toLowerCase())
  if (!creatable || text === '' || isKnown) return undefined
  return {
    value: ADDED,
    label: `Add “${text}”${typeof creatable === 'string' ? ` as new ${creatable}` : ''}`,
  }
}

/**
 * A searchable choice without a label. Typing filters, arrows and Enter choose, and an emptied box clears the
 * choice. A typed text that is not an option reverts to the previous choice, unless people may add options.
 * VAL-04, ENT-07.
 */
export function ChoiceControl({
  value,
  onChange,
  onBlur,
  options,
  creatable,
  placeholder,
  ...wiring
}: ChoiceControlProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const pick = (option: Option) =>
    onChange(
      option.value === ADDED ? { id: 0, label: (box.typed ?? '').trim() } : toChosen(option, creatable),
    )
  const settle = (input: string | null): boolean => {
    const meaning = input === null ? undefined : getMeaning(input, options, creatable)
    if (meaning !== undefined) onChange(meaning)
    return meaning !== undefined
  }
  const box = useCombobox({
    options,
    wiring,
    onPick: pick,
    onSettle: settle,
    extra: (input) => getAddOption(input, options, creatable),
  })
  const isNew = typeof creatable === 'string' && typeof value === 'object' && value?.id === 0
  const leave = () => {
    settle(box.typed)
    box.end()
    onBlur?.()
  }
  const toggle = () => {
    inputRef.current?.focus()
    if (box.opened) box.end()
    else box.open()
  }
  return (
    <div ref={box.boxRef} className={css.box}>
      <input
        {...box.inputProps}
        ref={inputRef}
        type="text"
        placeholder={placeholder}
        value={box.typed ?? getLabel(value, options)}
        onChange={(event) => box.type(event.target.value)}
        onClick={box.open}
        onBlur={leave}
      />
      <ListArrow disabled={wiring.disabled} onClick={toggle} />
      {isNew ? <span className={css.help}>New {creatable}</span> : null}
      {box.opened ? (
        <Listbox {...box.listProps} isChosen={(option) => option.value === getKey(value)} />
      ) : null}
    </div>
  )
}

/** See `MultiSelectControl`. */
export interface MultiSelectControlProps extends ControlProps<(number | string)[]> {
  options: readonly Option[]
}

/**
 * A choice of several options without a label. The chosen options are shown before the search box and can be
 * removed there. Backspace in an empty box removes the last one. The value is a list. VAL-05.
 */
export function MultiSelectControl({ value, onChange, onBlur, options, ...wiring }: MultiSelectControlProps) {
  const selected = value ?? []
  const inputRef = useRef<HTMLInputElement>(null)
  const toggle = (option: Option) =>
    onChange(
      selected.includes(option.value)
        ? selected.filter((item) => item !== option.value)
        : [...selected, option.value],
    )
  const settle = (input: string | null) => {
    const option = input === null ? undefined : findMeantOption(options, input)
    if (option && !selected.includes(option.value)) toggle(option)
    return option !== undefined
  }
  const box = useCombobox({ options, wiring, onPick: toggle, onSettle: settle, multiple: true })
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && !box.typed && selected.length > 0) onChange(selected.slice(0, -1))
    box.inputProps.onKeyDown(event)
  }
  const leave = () => {
    box.end()
    onBlur?.()
  }
  const removeItem = (item: number | string) => {
    onChange(selected.filter((other) => other !== item))
    inputRef.current?.focus()
  }
  return (
    <div ref={box.boxRef} className={`${css.box} ${css.chips}`}>
      {selected.map((item) => (
        <Chip
          key={item}
          label={getLabel(item, options)}
          disabled={wiring.disabled}
          onTakeOut={() => removeItem(item)}
        />
      ))}
      <input
        {...box.inputProps}
        ref={inputRef}
        type="text"
        value={box.typed ?? ''}
        onChange={(event) => box.type(event.target.value)}
        onClick={box.open}
        onKeyDown={keys}
        onBlur={leave}
      />
      {box.opened ? (
        <Listbox {...box.listProps} isChosen={(option) => selected.includes(option.value)} />
      ) : null}
    </div>
  )
}

/** The button that opens the list by mouse. With the keyboard, the arrow keys open it. */
function ListArrow({ disabled, onClick }: { disabled: boolean | undefined; onClick: () => void }) {
  return (
    <button
      type="button"
      className={css.inside}
      tabIndex={-1}
      aria-hidden="true"
      disabled={disabled}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <IconChevronDown size={16} />
    </button>
  )
}

function Chip({
  label,
  disabled,
  onTakeOut,
}: {
  label: string
  disabled: boolean | undefined
  onTakeOut: () => void
}) {
  return (
    <button
      type="button"
      className={css.chip}
      disabled={disabled}
      aria-label={`Take out ${label}`}
      onClick={onTakeOut}
    >
      {label}
      <IconX size={14} aria-hidden="true" />
    </button>
  )
}

/** A searchable choice with label, help and error. VAL-04, ENT-07. */
export const ChoiceInput = withFrame(ChoiceControl)
/** A choice of several with label, help and error. VAL-05. */
export const MultiSelect = withFrame(MultiSelectControl)
