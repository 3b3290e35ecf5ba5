import type { ReactNode } from 'react'
import { fieldId } from './formContext.ts'

/** A line that claims an amount, for its decision. */
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
  /** A short status of related data, such as its documents. */
  marks?: ReactNode
  /**
   * Content offered below the amount of the selected line during a decision; `take` accepts an amount in
   * dollars.
   */
  offers?: (take: (amount: number) => void) => ReactNode
}

/** The props of a list of lines that claim amounts. */
export type Lines<Name extends string = string> = {
  /** Path of the list in the form's values, whose lines have `approvedAmount` and `denialReason`. */
  name: Name
  /** The name of one line. */
  noun: string
  lines: readonly AmountLine[]
  /** The key of the selected line. */
  selected: number | null
  onSelect: (key: number) => void
  /** The content below the selected line, where there is no room next to it. */
  below?: ReactNode
  /** Shows the selected line alone, if lines are shown one at a time. */
  onOpen?: (() => void) | undefined
  /** Moves to the amount of a line. Returns false if it is not shown. */
  onStep?: (index: number) => boolean
}

/** The name of the field with the approved amount. */
export const AMOUNT = 'approvedAmount'

/** Puts the cursor into the amount of a line. Returns false if it is not shown. */
export function goTo(formId: string, name: string, index: number): boolean {
  const field = document.getElementById(fieldId(formId, `${name}.${index}.${AMOUNT}`))
  field?.focus()
  return field !== null
}
