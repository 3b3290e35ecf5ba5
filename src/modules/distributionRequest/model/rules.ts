import { addDays, addMonths, formatDate, parseDay } from '#kernel/model/dates.ts'
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

const months: Readonly<Record<string, number>> = { 'Semi-annual': 6, Quarterly: 3 }

/** In which period after the end of the statement's year a day lies, the first being 0. */
function periodOf(day: string, periodEnd: string, length: number): number {
  const since =
    (Number(day.slice(0, 4)) - Number(periodEnd.slice(0, 4))) * 12 +
    Number(day.slice(5, 7)) -
    Number(periodEnd.slice(5, 7))
  return Math.floor((since - 1) / length)
}

/** The day of a moment at the agency. */
const dayOf = (moment: string): string => parseDay(formatDate(moment, 'MM/DD/YYYY')) ?? ''

type Others = {
  others: readonly { requestNumber: string; statusId: number; submitted: string | null; periodType: string }[]
}

/**
 * DSR-7: of semi-annual and quarterly distributions one in each half and quarter after the end of the statement's year; the
 * statement proves them all until the next one is filed. Of yearly ones parts may be asked for until nothing is left (domain
 * 5.2, 7.2, 7.5).
 */
export function frequencyFault({ periodType }: Pick<Asked, 'periodType'>, { facts, others }: Found & Others): Said {
  const length = months[periodType]
  if (!length || !facts) return false
  const now = periodOf(facts.today, facts.periodEnd, length)
  const same = others.find(
    (one) =>
      one.statusId >= 2 &&
      one.statusId <= 5 &&
      one.periodType !== 'Annual' &&
      one.submitted !== null &&
      periodOf(dayOf(one.submitted), facts.periodEnd, length) === now,
  )
  if (!same) return false
  const next = addMonths(`${addDays(facts.periodEnd, 1).slice(0, 8)}01`, (now + 1) * length)
  const when = formatDate(next, 'MM/DD/YYYY')
  return {
    at: 'periodType',
    say: `${same.requestNumber} is this ${length === 6 ? 'half-year’s' : 'quarter’s'} request. The next one may be asked for from ${when}.`,
  }
}

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
