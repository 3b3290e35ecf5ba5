import { type Base, computeSum, divideRounded, type Statement } from './base.ts'
import type { FiledStatement, MoneyTables } from './moneyTables.ts'
import type { Rows } from './occupancy.ts'
import {
  computeNetIncome,
  computePrincipal,
  getAccount,
  pairWithYearBefore,
  sumInterestAndInsurance,
  sumLosses,
  sumRent,
} from './statements.ts'
import { countDays, getDay, type Tables } from './tables.ts'

/**
 * Report 7, computed independently of the product from domains 8.3, 8.5 and 35.1: all filed statements of a
 * year. Amounts are in cents.
 */

const DAYS_OF_SCORE = 4 * 366
const LEAST_COVERAGE = 1.1
export type CardsQuery = { tables: Tables; money: MoneyTables; base: Base; year: number }

/** Returns the first days of the months of a period that begins with a month. */
function getMonths({ begins, ends }: FiledStatement): string[] {
  const [year, month] = begins.split('-').map(Number) as [number, number]
  const days = Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10),
  )
  return days.filter((day) => day <= ends)
}

/**
 * Returns the deposits that fell due by the agency's ledger, or null if the ledger does not cover the whole
 * period.
 */
function computeDepositsByLedger(money: MoneyTables, filed: FiledStatement): number | null {
  const accounts = money.accounts.filter(
    (account) =>
      account.property === filed.property &&
      account.kind === 'Replacement reserve' &&
      account.opened <= filed.ends &&
      (account.closed ?? filed.ends) >= filed.begins,
  )
  if (
    accounts.length === 0 ||
    accounts.some((account) => account.opened > filed.begins && (account.opening ?? 0) !== 0)
  )
    return null
  return computeSum(accounts, ({ id, opened, closed }) => {
    const steps = money.deposits
      .filter((deposit) => deposit.account === id)
      .toSorted((a, b) => b.from.localeCompare(a.from))
    const matchingMonths = getMonths(filed).filter(
      (day) => day > opened && (closed === null || day <= closed),
    )
    return computeSum(matchingMonths, (day) => steps.find((step) => step.from <= day)?.cents ?? 0)
  })
}

/**
 * Returns the deposits that the statement's own schedule requires, or those made where it requires none; null
 * if it has neither.
 */
function computeDepositsBySchedule(money: MoneyTables, { id }: FiledStatement): number | null {
  const lines = money.scheduled
    .filter((item) => item.statement === id && item.kind === 'Replacement reserve')
    .map((item) => (item.monthly === null || item.months === null ? item.made : item.monthly * item.months))
    .filter((number) => number !== null)
  return lines.length === 0 ? null : computeSum(lines, (number) => number)
}

/**
 * Returns a figure stored with a decided card, to the hundredth, or null if it is stored as missing. It
 * returns undefined if the card has no such figure.
 */
function findStoredFigure(
  money: MoneyTables,
  card: number | undefined,
  id: string,
): number | null | undefined {
  const metric = money.stored
    .find((item) => item.card === card)
    ?.figures.metrics.find((metric) => metric.id === id)
  return metric && (metric.value === null ? null : divideRounded(10_000 * metric.value, 10_000, 2))
}

/** Returns a figure of a statement as the current card stores it, or else as computed. */
export function getDecidedFigure(
  money: MoneyTables,
  statement: number,
  id: string,
  figure: number | null,
): number | null {
  const card = money.cards.find((candidate) => candidate.statement === statement && !candidate.archived)
  const decidedFigures = findStoredFigure(money, card?.id, id)
  return decidedFigures === undefined ? figure : decidedFigures
}

/**
 * Computes net operating income after reserve deposits and with the analyst's additions, divided by interest,
 * insurance and principal; null without such debt.
 */
export function computeCoverage(
  { money }: Pick<CardsQuery, 'money'>,
  now: Statement,
  before: Statement | undefined,
) {
  const paid = computePrincipal(now, before)
  const service = paid === null ? 0 : sumInterestAndInsurance(now) + paid
  if (service <= 0) return null
  const statement = money.statements.find((filed) => filed.id === now.id)!
  const cards = money.cards
    .filter((card) => card.statement === now.id && !card.archived)
    .map((card) => card.id)
  const custom = money.customIncome.filter((item) => cards.includes(item.card) && item.counts)
  const deposits =
    computeDepositsByLedger(money, statement) ?? computeDepositsBySchedule(money, statement) ?? 0
  return divideRounded(
    computeNetIncome(now) + computeSum(custom, (item) => item.cents) - deposits,
    service,
    2,
  )
}

/**
 * Returns the score of the card, or else of the last inspection in the four years before; of two on one day,
 * the one entered last.
 */
function computeScore(
  { tables }: CardsQuery,
  { property, ends }: FiledStatement,
  cardScore: number | null,
): number | null {
  if (cardScore !== null) return cardScore
  const [last] = tables.scores
    .filter((score) => score.property === property && score.score !== null && score.day <= ends)
    .filter((score) => countDays(score.day, ends) <= DAYS_OF_SCORE)
    .toSorted((score, other) => other.day.localeCompare(score.day) || other.id - score.id)
  return last ? Math.round(last.score!) : null
}

function getRow(cardsAsked: CardsQuery, now: Statement, before: Statement | undefined): Rows[number] {
  const { money, base } = cardsAsked
  const statement = money.statements.find((filed) => filed.id === now.id)!
  const place = base.properties.find((property) => property.id === now.property)!
  const card = money.cards.find((card) => card.statement === now.id && !card.archived)
  const decideFigure = (id: string, figure: number | null) => getDecidedFigure(money, now.id, id, figure)
  const due = money.statementTasks.find(
    (statementTask) => statementTask.property === now.property && statementTask.ends === statement.ends,
  )?.due
  const late =
    due === undefined || statement.submitted === null ? 0 : countDays(due, getDay(statement.submitted))
  const open = money.cardFindings.filter(
    (cardFinding) =>
      card &&
      cardFinding.card === card.id &&
      cardFinding.kind === 'cure' &&
      !cardFinding.dropped &&
      !cardFinding.cured,
  )
  const [gross, bad] = [sumRent(now), getAccount(now, '6370')]
  const uncollected = getAccount(now, '5220') + getAccount(now, '5240') + bad
  return {
    propertyId: place.id,
    afsId: now.id,
    property: place.name,
    propertyNumber: place.number,
    fye: statement.ends,
    received: statement.submitted,
    daysLate: late > 0 ? late : null,
    status: statement.status,
    dcr: decideFigure('RPC-M1', computeCoverage(cardsAsked, now, before)),
    pour: decideFigure('RPC-M2', divideRounded(100 * uncollected, gross, 2)),
    econOcc: decideFigure('RPC-M3', divideRounded(100 * (gross - sumLosses(now) - bad), gross, 2)),
    r4rPerUnit: decideFigure('RPC-M9', divideRounded(getAccount(now, '1320'), 100 * place.units, 2)),
    score: computeScore(cardsAsked, statement, card?.score ?? null),
    openItems: open.length > 0 ? open.length : null,
  }
}

/** Returns the report cards of a year. */
export const computeCardRows = (cardsAsked: CardsQuery): Rows =>
  pairWithYearBefore(cardsAsked.base, cardsAsked.year).map(({ now, before }) =>
    getRow(cardsAsked, now, before),
  )

/** Answers whether a statement has too little coverage or is late. */
export const isWatched = ({ dcr, daysLate }: Rows[number]): boolean =>
  (dcr !== null && Number(dcr) < LEAST_COVERAGE) || daysLate !== null
