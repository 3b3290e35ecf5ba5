import { type Base, ratio, type Statement, computeSum } from './base.ts'
import type { Filed, Money } from './moneyTables.ts'
import type { Rows } from './occupancy.ts'
import { account, carried, income, losses, pairs, principal, rent } from './statements.ts'
import { getDay, daysFrom, type Tables } from './tables.ts'

/** Report 7, worked out a second time from domain 8.3, 8.5 and 35.1: of every filed statement of a year, in cents. */

const DAYS_OF_SCORE = 4 * 366
const LEAST_COVERAGE = 1.1
export type CardsAsked = { tables: Tables; money: Money; base: Base; year: number }

/** The first days of months of a period that begins with one. */
function getMonths({ begins, ends }: Filed): string[] {
  const [year, month] = begins.split('-').map(Number) as [number, number]
  const days = Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, 10),
  )
  return days.filter((day) => day <= ends)
}

/** What fell due by the agency's ledger; null where it does not tell the whole period. */
function byLedger(money: Money, of: Filed): number | null {
  const accounts = money.accounts.filter(
    (one) =>
      one.property === of.property &&
      one.kind === 'Replacement reserve' &&
      one.opened <= of.ends &&
      (one.closed ?? of.ends) >= of.begins,
  )
  if (accounts.length === 0 || accounts.some((one) => one.opened > of.begins && (one.opening ?? 0) !== 0)) return null
  return computeSum(accounts, ({ id, opened, closed }) => {
    const steps = money.deposits.filter((one) => one.account === id).toSorted((a, b) => b.from.localeCompare(a.from))
    const asked = getMonths(of).filter((day) => day > opened && (closed === null || day <= closed))
    return computeSum(asked, (day) => steps.find((one) => one.from <= day)?.cents ?? 0)
  })
}

/** What the statement's own schedule asks for, and where it asks for nothing what was deposited; null where it says nothing. */
function bySchedule(money: Money, { id }: Filed): number | null {
  const lines = money.scheduled
    .filter((one) => one.statement === id && one.kind === 'Replacement reserve')
    .map((one) => (one.monthly === null || one.months === null ? one.made : one.monthly * one.months))
    .filter((one) => one !== null)
  return lines.length === 0 ? null : computeSum(lines, (one) => one)
}

/** A figure a decided card keeps, to the hundredth, or that it keeps none; undefined where it says nothing of it. */
function loadStoredFigure(money: Money, card: number | undefined, id: string): number | null | undefined {
  const metric = money.stored.find((one) => one.card === card)?.figures.metrics.find((one) => one.id === id)
  return metric && (metric.value === null ? null : ratio(10_000 * metric.value, 10_000, 2))
}

/** A figure of a statement as the card in force keeps it, else as it is reckoned. */
export function decidedOr(money: Money, statement: number, id: string, figure: number | null): number | null {
  const card = money.cards.find((candidate) => candidate.statement === statement && !candidate.archived)
  const decidedFigures = loadStoredFigure(money, card?.id, id)
  return decidedFigures === undefined ? figure : decidedFigures
}

/** Income after reserve deposits, with what the analyst added, over interest, insurance and principal; null without such debt. */
export function coverage({ money }: Pick<CardsAsked, 'money'>, now: Statement, before: Statement | undefined) {
  const paid = principal(now, before)
  const service = paid === null ? 0 : carried(now) + paid
  if (service <= 0) return null
  const of = money.statements.find((one) => one.id === now.id)!
  const cards = money.cards.filter((one) => one.statement === now.id && !one.archived).map((one) => one.id)
  const custom = money.customIncome.filter((one) => cards.includes(one.card) && one.counts)
  const deposits = byLedger(money, of) ?? bySchedule(money, of) ?? 0
  return ratio(income(now) + computeSum(custom, (one) => one.cents) - deposits, service, 2)
}

/** The score of the card, else of the last inspection of the years before; of two on one day the one entered last. */
function computeScore({ tables }: CardsAsked, { property, ends }: Filed, typed: number | null): number | null {
  if (typed !== null) return typed
  const [last] = tables.scores
    .filter((one) => one.property === property && one.score !== null && one.day <= ends)
    .filter((one) => daysFrom(one.day, ends) <= DAYS_OF_SCORE)
    .toSorted((one, other) => other.day.localeCompare(one.day) || other.id - one.id)
  return last ? Math.round(last.score!) : null
}

function getRow(asked: CardsAsked, now: Statement, before: Statement | undefined): Rows[number] {
  const { money, base } = asked
  const of = money.statements.find((one) => one.id === now.id)!
  const place = base.properties.find((one) => one.id === now.property)!
  const card = money.cards.find((one) => one.statement === now.id && !one.archived)
  const stored = (id: string, figure: number | null) => decidedOr(money, now.id, id, figure)
  const due = money.statementTasks.find((one) => one.property === now.property && one.ends === of.ends)?.due
  const late = due === undefined || of.submitted === null ? 0 : daysFrom(due, getDay(of.submitted))
  const open = money.cardFindings.filter(
    (one) => card && one.card === card.id && one.kind === 'cure' && !one.dropped && !one.cured,
  )
  const [gross, bad] = [rent(now), account(now, '6370')]
  const uncollected = account(now, '5220') + account(now, '5240') + bad
  return {
    ...{ propertyId: place.id, afsId: now.id, property: place.name, propertyNumber: place.number, fye: of.ends },
    ...{ received: of.submitted, daysLate: late > 0 ? late : null, status: of.status },
    dcr: stored('RPC-M1', coverage(asked, now, before)),
    pour: stored('RPC-M2', ratio(100 * uncollected, gross, 2)),
    econOcc: stored('RPC-M3', ratio(100 * (gross - losses(now) - bad), gross, 2)),
    r4rPerUnit: stored('RPC-M9', ratio(account(now, '1320'), 100 * place.units, 2)),
    score: computeScore(asked, of, card?.score ?? null),
    openItems: open.length > 0 ? open.length : null,
  }
}

/** The cards of a year. */
export const reportCards = (asked: CardsAsked): Rows =>
  pairs(asked.base, asked.year).map(({ now, before }) => getRow(asked, now, before))

/** Covered too little, or late. */
export const isWatched = ({ dcr, daysLate }: Rows[number]): boolean =>
  (dcr !== null && Number(dcr) < LEAST_COVERAGE) || daysLate !== null
