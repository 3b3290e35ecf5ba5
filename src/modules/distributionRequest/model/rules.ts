import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Said } from '#review/model/index.ts'
import { type Asked, type GuardFacts, guardsOf } from './guards.ts'

/** Rules of a distribution request as plain functions; the browser and the server run the same ones. */

type Found = { facts: GuardFacts | null }
type Reviewed = Asked & { waiver: string | null }

/** DSR-2: an amount above nothing, and no more than is available. */
export function amountFault({ amountRequested }: Pick<Asked, 'amountRequested'>, { facts }: Found): Said {
  if (amountRequested === null || !facts) return false
  if (amountRequested <= 0) return { at: 'amountRequested', say: 'Enter an amount above zero.' }
  return (
    toCents(amountRequested) > toCents(facts.available) && {
      at: 'amountRequested',
      say: `${formatMoney(amountRequested)} is more than the ${formatMoney(facts.available)} that is available.`,
    }
  )
}

/** DSR-3: once the statement of a later year is filed, surplus cash is that of the later one. */
export const overFault = (_: unknown, { facts }: Found): Said => {
  if (!facts) return 'Its statement is not open to you.'
  const { laterYear } = facts
  return (
    laterYear !== null && `The statement of ${laterYear} was filed. Ask for a distribution of its surplus cash instead.`
  )
}

/** DSR-4: more than one distribution a year only where the agency allows it. */
export const periodFault = ({ periodType }: Pick<Asked, 'periodType'>, { facts }: Found): Said =>
  periodType !== 'Annual' &&
  !facts?.interimAllowed && { at: 'periodType', say: 'The agency allows one distribution a year.' }

/** DSR-5: something is approved, no more than was asked for, and no more than is available. */
export function approvedFault({ approvedAmount, amountRequested }: Asked, { facts }: Found): Said {
  const at = 'approvedAmount'
  if (approvedAmount === null || approvedAmount <= 0) return { at, say: 'Enter the amount that is approved, or deny.' }
  if (toCents(approvedAmount) > toCents(amountRequested ?? 0))
    return { at, say: `Only ${formatMoney(amountRequested ?? 0)} is asked for.` }
  return (
    toCents(approvedAmount) > toCents(facts?.available ?? 0) && {
      at,
      say: `Only ${formatMoney(facts?.available ?? 0)} is available.`,
    }
  )
}

/** DSR-6: every guard is answered and holds; one that may be waived needs its reason instead. */
export function guardFaults(reviewed: Reviewed, { facts }: Found): Fault[] {
  if (!facts) return []
  return guardsOf(reviewed, facts).flatMap(({ id, title, passes, proof, waivable, field }): Fault[] => {
    if (passes === true) return []
    if (passes === null) return [{ field: field ?? '', message: `${title}: answer yes or no.` }]
    // The amount is told by its own rule.
    if (id === 'DSR-G3') return []
    if (!waivable) return [{ field: '', message: `${title}: ${proof} It cannot be waived.` }]
    return reviewed.waiver?.trim()
      ? []
      : [{ field: 'waiver', message: `${title}: ${proof} Say why it is approved nevertheless.` }]
  })
}
