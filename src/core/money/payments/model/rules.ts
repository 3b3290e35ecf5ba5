import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'

type PaymentInput = { amount: number; paidOn: string; checkNumber: string }
/**
 * `due` is the dollars that may still be paid to the payee; `approvedOn` is the day of the approval in the
 * agency's time zone.
 */
type Facts = { payee: string; due: number; approvedOn: string; today: string }

/**
 * Finds why a payment cannot be recorded: it must not exceed the approved and unpaid amount, nor be dated
 * before the approval or in the future.
 */
export function findPaymentFaults({ amount, paidOn, checkNumber }: PaymentInput, facts: Facts): Fault[] {
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

/** The kind of pending change by which a second person confirms another payee. */
export const PAYEE = 'payee'

/** Whether a correction of a payment names a different payee. */
export const isOtherPayee = (payment: { payee: string }, payload: { payee: string }): boolean =>
  payload.payee.trim() !== payment.payee
