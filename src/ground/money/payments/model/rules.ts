import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'

type Paid = { amount: number; paidOn: string; checkNumber: string }
/** `due` is what may be paid to the payee; `approvedOn` the agency's day of the approval. */
type Facts = { payee: string; due: number; approvedOn: string; today: string }

/**
 * What keeps a payment from being noted: never more than is approved and unpaid, nor before the approval or
 * ahead of time.
 */
export function paymentFaults({ amount, paidOn, checkNumber }: Paid, facts: Facts): Fault[] {
  const faults: Fault[] = []
  if (amount <= 0) faults.push({ field: 'amount', message: 'Amount: enter an amount above zero.' })
  else if (toCents(amount) > toCents(facts.due)) {
    const dueText = facts.due > 0 ? `only ${formatMoney(facts.due)} is` : 'nothing is'
    faults.push({ field: 'amount', message: `Amount: ${dueText} approved and unpaid for ${facts.payee}.` })
  }
  if (paidOn > facts.today) faults.push({ field: 'paidOn', message: 'Paid on: the day is in the future.' })
  else if (paidOn < facts.approvedOn) {
    const day = formatDate(facts.approvedOn, 'MM/DD/YYYY')
    faults.push({ field: 'paidOn', message: `Paid on: it was approved on ${day} and cannot be paid before.` })
  }
  if (!checkNumber.trim()) faults.push({ field: 'checkNumber', message: 'Check number: *Field is required' })
  return faults
}

/** The kind of a corrected payee among the changes that wait for a second person. */
export const PAYEE = 'payee'

/** Whether a correction of a payment names another payee. */
export const isOtherPayee = (payment: { payee: string }, payload: { payee: string }): boolean =>
  payload.payee.trim() !== payment.payee
