import { type RefObject, useEffect } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { IconCheck } from '../../icons.ts'
import type { Option } from '../display.ts'
import css from '../form.module.css'

/** The list of a searchable choice. The focus stays in its input, which names the active option. */
export function Listbox({
  id,
  label,
  popupRef,
  listed,
  more,
  active,
  isChosen,
  onPick,
  multiple,
}: {
  id: string
  label: { 'aria-label'?: string; 'aria-labelledby'?: string }
  popupRef: RefObject<HTMLDivElement | null>
  listed: readonly Option[]
  more: number
  active: number
  isChosen: (option: Option) => boolean
  onPick: (option: Option) => void
  multiple?: boolean
}) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div ref={popupRef} popover="manual" className={css.popup}>
      <div
        role="listbox"
        id={id}
        {...label}
        aria-multiselectable={multiple || undefined}
        className={css.options}
        tabIndex={-1}
      >
        {listed.map((option, index) => (
          <button
            type="button"
            key={option.value}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(option)}
            aria-disabled={option.disabled || undefined}
            data-active={index === active || undefined}
            className={css.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => (option.disabled ? undefined : onPick(option))}
          >
            <IconCheck size={14} aria-hidden="true" visibility={isChosen(option) ? 'visible' : 'hidden'} />
            {option.label}
          </button>
        ))}
      </div>
      <div role="status" className={listed.length === 0 || more > 0 ? css.note : 'visually-hidden'}>
        {noteOn(listed.length, more)}
      </div>
    </div>
  )
}

function noteOn(listed: number, more: number): string {
  if (listed === 0) return 'Nothing matches.'
  return more > 0
    ? `${plural(more, 'more match', 'more matches')}: type to narrow down.`
    : plural(listed, 'choice', 'choices')
}

/** The id of one option of a list. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
