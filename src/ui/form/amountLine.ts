import type { ReactNode } from 'react'
import { fieldId } from './formContext.ts'

/** A line that claims an amount, as it is decided on. */
export type AmountLine = {
  key: number
  title: string
  /** Other details that identify the line, below the title. */
  facts: string
  claimed: number | null
  /**
   * The approved amount and the reason for a reduction; during a decision the form's values apply instead.
   */
  approved: number | null
  reason: string | null
  /** What belongs to it, in few words, such as its documents. */
  marks?: ReactNode
  /**
   * Content offered below the amount of the selected line during a decision; `take` accepts an amount in
   * dollars.
   */
  offers?: (take: (amount: number) => void) => ReactNode
}

/** Lines as they are decided on. */
export type Lines = {
  /** Path of the list in the form's values, whose lines have `approvedAmount` and `denialReason`. */
  name: string
  /** What one line is called. */
  noun: string
  lines: readonly AmountLine[]
  /** The key of the line that is looked at. */
  selected: number | null
  onSelect: (key: number) => void
  /** The content below the selected line, where there is no room next to it. */
  below?: ReactNode
  /** Shows the line that is looked at alone, where lines are shown one at a time. */
  onOpen?: (() => void) | undefined
  /** Goes to the amount of a line; false where there is none to go to. */
  onStep?: (index: number) => boolean
}

/** The field of a line's amount. */
export const AMOUNT = 'approvedAmount'

/** Puts the cursor into the amount of a line; false where it is not shown. */
export function goTo(formId: string, name: string, index: number): boolean {
  const field = document.getElementById(fieldId(formId, `${name}.${index}.${AMOUNT}`))
  field?.focus()
  return field !== null
}
