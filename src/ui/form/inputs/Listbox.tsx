import { type RefObject, useEffect } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { IconCheck } from '../../frame/icons.ts'
import type { Option } from '../display.ts'
import css from '../form.module.css'
import { popupLook } from '../usePopup.ts'

interface ListboxProps {
  id: string
  label: { 'aria-label'?: string; 'aria-labelledby'?: string }
  popupRef: RefObject<HTMLDivElement | null>
  listed: readonly Option[]
  /** The number of matches that are not listed. */
  more: number
  /** The index of the active option, or −1. */
  active: number
  /** Whether there are no options at all. */
  isEmpty: boolean
  isChosen: (option: Option) => boolean
  onPick: (option: Option) => void
  multiple?: boolean
}

/** The list of a searchable choice. The focus remains in its input, which refers to the active option. */
export function Listbox({
  id,
  label,
  popupRef,
  listed,
  more,
  active,
  isEmpty,
  isChosen,
  onPick,
  multiple,
}: ListboxProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div ref={popupRef} popover="manual" className={popupLook}>
      <div
        role="listbox"
        id={id}
        {...label}
        aria-multiselectable={multiple || undefined}
        className={css.options}
        tabIndex={-1}
      >
        {listed.map((option, index) => (
          <OptionButton
            key={option.value}
            id={optionId(id, index)}
            option={option}
            active={index === active}
            chosen={isChosen(option)}
            onPick={onPick}
          />
        ))}
      </div>
      <div role="status" className={listed.length === 0 || more > 0 ? css.note : 'visually-hidden'}>
        {getListNote(listed.length, more, isEmpty)}
      </div>
    </div>
  )
}

function OptionButton({
  id,
  option,
  active,
  chosen,
  onPick,
}: {
  id: string
  option: Option
  active: boolean
  chosen: boolean
  onPick: (option: Option) => void
}) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-disabled={option.disabled || undefined}
      data-active={active || undefined}
      className={css.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => (option.disabled ? undefined : onPick(option))}
    >
      <IconCheck size={14} aria-hidden="true" visibility={chosen ? 'visible' : 'hidden'} />
      {option.label}
    </button>
  )
}

function getListNote(matchCount: number, more: number, isEmpty: boolean): string {
  if (isEmpty) return 'There is nothing to choose from yet.'
  if (matchCount === 0) return 'Nothing matches.'
  return more > 0
    ? `${plural(more, 'more match', 'more matches')}: type to narrow down.`
    : plural(matchCount, 'choice', 'choices')
}

/** Returns the id of one option of a list. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
