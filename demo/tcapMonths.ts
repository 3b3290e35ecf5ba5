import { createColumnReader } from '#engines/worksheet/model/index.ts'
import type { getSheetCharts } from '#features/statements/quarterlyProgram/model/month.ts'
import {
  getMonthStart,
  getMonthsBetween,
  getQuarter,
  getQuarterlyProgramMonths,
  monthEnd,
} from '#features/statements/quarterlyProgram/model/periods.ts'
import { computeQuarterlyProgramTotals } from '#features/statements/quarterlyProgram/model/totals.ts'
import { addDays } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawBetween, drawChance, drawChoice } from './chance.ts'
import type { FiledStep, StepTakers } from './filedRecords.ts'
import {
  computeBalanceSheet,
  type Figures,
  inventCounts,
  inventIncomeAndExpense,
  inventOpeningBalance,
} from './monthlyBooks.ts'

/**
 * A property in a quarterly program. `own` properties belong to the largest company, whose users can sign
 * in.
 */
export type ProgramProperty = { id: number; own: boolean; units: number }

/**
 * The example that a property shows: the status of its newest quarter (a number of `RequestStatus`), and
 * what is special about its months. `missingMonthIndex` is the month of the quarter that was not filed,
 * counted from 0.
 */
export type QuarterPlan = {
  quarterStatus: number
  missingMonthIndex?: number
  hasDraftMonth?: boolean
  isRestated?: boolean
  hasEnded?: boolean
}
/** The plans by place in the list of properties. The last two are those of the largest company. */
export const plans: readonly QuarterPlan[] = [
  { quarterStatus: 2 },
  { quarterStatus: 3, hasDraftMonth: true },
  { quarterStatus: 4 },
  { quarterStatus: 5, hasDraftMonth: true },
  { quarterStatus: 6 },
  { quarterStatus: 3, isRestated: true },
  { quarterStatus: 1, missingMonthIndex: 2 },
  { quarterStatus: 5, hasEnded: true },
  { quarterStatus: 1, missingMonthIndex: 2 },
  { quarterStatus: 6, hasDraftMonth: true },
]

/**
 * The data from which the books of the properties are generated. `charts` are the accounts of the
 * worksheets.
 */
export type BooksContext = {
  day: string
  firstMonth: string
  /** The three months of the newest quarter that is over. */
  newestQuarterMonths: readonly string[]
  stepTakers: StepTakers
  charts: ReturnType<typeof getSheetCharts>
  budget: (id: number, year: number) => Figures
  reserve: (id: number, month: string) => number
}
/** A month of a property, with its books and the steps that it took. */
export type ProgramMonth = ProgramProperty & {
  monthId: number
  month: string
  income: Figures
  balance: Figures
  payables: readonly number[]
  counts: ReturnType<typeof inventCounts>
  steps: readonly FiledStep[]
}

/**
 * Returns the day on which the program of the property that left it ended: the end of the first quarter of
 * the year.
 */
export const getProgramEnd = (day: string) => `${day.slice(0, 4)}-03-31`
/** Returns the last day for which months are built. */
const getLastDay = (plan: QuarterPlan, day: string) =>
  plan.hasEnded ? getProgramEnd(day) : addDays(getMonthStart(day), -1)

/** Builds every month that a property has begun. Each balance sheet follows from the previous one. */
export function buildMonths(
  property: ProgramProperty,
  plan: QuarterPlan,
  booksContext: BooksContext,
): Omit<ProgramMonth, 'monthId'>[] {
  const { id, units, own: hasCompanyFiler } = property
  const { day, firstMonth, newestQuarterMonths, charts, budget, reserve } = booksContext
  let sheet = inventOpeningBalance(
    units,
    reserve(id, firstMonth),
    budget(id, getQuarter(firstMonth).year)[5120] ?? 0,
  )
  let vacant = Math.round(units * 0.05)
  return getMonthsBetween(firstMonth, getLastDay(plan, day)).flatMap((month) => {
    const name = `tcap ${id} ${month}`
    const income = { ...inventIncomeAndExpense(name, budget(id, getQuarter(month).year)), 6600: units * 160 }
    const payables = units * drawBetween(`payables ${name}`, 60, 180)
    sheet = computeBalanceSheet(sheet, income, charts.income, reserve(id, month), payables)
    const counts = inventCounts(name, units, vacant)
    vacant = counts.vacantUnits
    const agedPayables = [0.7, 0.2, 0.07].map((part) => Math.round(payables * part))
    agedPayables.push(payables - agedPayables.reduce((sum, number) => sum + number, 0))
    const isMissing = month === newestQuarterMonths[plan.missingMonthIndex ?? -1]
    const isRunning = month > newestQuarterMonths[2]!
    if ((isMissing && !hasCompanyFiler) || (isRunning && !plan.hasDraftMonth && plan.quarterStatus !== 2))
      return []
    const restated = plan.isRestated && month === newestQuarterMonths[1] ? addDays(day, -5) : null
    const steps = getMonthSteps(
      property,
      month,
      isMissing || (isRunning && plan.hasDraftMonth === true),
      restated,
      booksContext,
    )
    return [{ ...property, month, income, balance: sheet, payables: agedPayables, counts, steps }]
  })
}

/** Returns the UTC timestamp of an hour on a day. */
export const toTimestamp = (day: string, hour = 15) => `${day}T${hour}:00:00Z`
/** The reason for the recall of a month. */
const RECALL_REASON = 'An invoice of the month came late.'
/** The reason for the rejection of a quarter. */
const REJECTION_REASON = 'Payables over 90 days are not explained, and no aging report is attached.'

/**
 * Returns the steps of a month. It is begun early in the next month and submitted by the 25th. A draft was
 * not submitted, and a restated month was recalled.
 */
function getMonthSteps(
  { id, own }: ProgramProperty,
  month: string,
  isDraft: boolean,
  restatedOn: string | null,
  { stepTakers, day }: BooksContext,
): FiledStep[] {
  const filer = own ? stepTakers.company : null
  const startDay = addDays(monthEnd(month), drawBetween(`begun ${id} ${month}`, 2, 6))
  const filedDay = addDays(startDay, drawBetween(`filed ${id} ${month}`, 2, 9))
  const reason = null
  return [
    {
      action: 'create',
      from: null,
      to: 1,
      at: toTimestamp(startDay < day ? startDay : day, 14),
      by: filer,
      reason,
    },
    ...(isDraft
      ? []
      : [
          {
            action: 'submit',
            from: 1,
            to: 2,
            at: toTimestamp(filedDay < day ? filedDay : day),
            by: filer,
            reason,
          },
        ]),
    ...(restatedOn
      ? [{ action: 'recall', from: 2, to: 1, at: toTimestamp(restatedOn), by: filer, reason: RECALL_REASON }]
      : []),
  ]
}

/** Returns the steps of a quarter. It is complete with its last month, and reviewed in the weeks after. */
function getQuarterSteps(
  status: number,
  completedDay: string,
  restatedMonth: ProgramMonth | undefined,
  stepTakers: StepTakers,
): FiledStep[] {
  const getTimeAfter = (days: number) => toTimestamp(addDays(completedDay, days), 16)
  const decisionStep = { from: 4, at: getTimeAfter(9), by: stepTakers.manager }
  const accept = { ...decisionStep, action: 'approve', to: 5, reason: null }
  const filedSteps: FiledStep[] = [
    {
      action: 'create',
      from: null,
      to: 1,
      at: toTimestamp(addDays(completedDay, -60)),
      by: null,
      reason: null,
    },
    { action: 'complete', from: 1, to: 2, at: toTimestamp(completedDay, 16), by: null, reason: null },
    { action: 'startReview', from: 2, to: 3, at: getTimeAfter(4), by: stepTakers.analyst, reason: null },
    { action: 'review', from: 3, to: 4, at: getTimeAfter(8), by: stepTakers.analyst, reason: null },
    status === RequestStatus.REJECTED
      ? { ...decisionStep, action: 'deny', to: 6, reason: REJECTION_REASON }
      : accept,
  ]
  if (!restatedMonth) return filedSteps.slice(0, status === RequestStatus.REJECTED ? 5 : status)
  const reason = `August ${restatedMonth.month.slice(0, 4)} (TC-${restatedMonth.monthId}): ${RECALL_REASON}`
  return [
    ...filedSteps,
    { action: 'restated', from: 5, to: 3, at: restatedMonth.steps.at(-1)!.at, by: null, reason },
  ]
}

/** Returns the quarters in which months were begun. The newest one has the status of the property's plan. */
export function getQuarters(
  months: readonly ProgramMonth[],
  plan: QuarterPlan,
  { newestQuarterMonths, stepTakers }: BooksContext,
) {
  const groups = Map.groupBy(months, ({ month }) => getQuarterlyProgramMonths(getQuarter(month))[0])
  return [...groups].map(([start, quarterMonths]) => {
    const { id, own: hasCompanyFiler } = quarterMonths[0]!
    const submittedTimes = quarterMonths
      .filter((month) => month.steps.at(-1)?.to === 2)
      .map((month) => month.steps.at(-1)!.at)
    const isNewest = start === newestQuarterMonths[0]
    const olderStatus = drawChance(`deficient ${id} ${start}`, 6)
      ? RequestStatus.REJECTED
      : RequestStatus.APPROVED
    // A quarter after the newest one that is over is still open.
    const statusOfOthers = start > newestQuarterMonths[0]! ? RequestStatus.NOT_SUBMITTED : olderStatus
    const status = isNewest ? plan.quarterStatus : statusOfOthers
    const completedDay = (submittedTimes.toSorted().at(-1) ?? toTimestamp(monthEnd(start))).slice(0, 10)
    const restated =
      isNewest && plan.isRestated
        ? quarterMonths.find((month) => month.month === newestQuarterMonths[1])
        : undefined
    const filer = hasCompanyFiler ? stepTakers.company : null
    return {
      propertyId: id,
      ...getQuarter(start),
      opened: completedDay,
      filer,
      months: quarterMonths,
      steps: getQuarterSteps(status, completedDay, restated, stepTakers),
    }
  })
}

const moveOutReasons = ['Bought a home', 'Work elsewhere', 'Moved to family', 'Health', 'Larger household']

/** Returns the columns of a month in addition to those that its steps set. */
export function getMonthValues(
  { month, units, income, balance, payables, counts, steps }: ProgramMonth,
  charts: BooksContext['charts'],
) {
  const read = (figures: Figures, chart: BooksContext['charts']['income']) =>
    createColumnReader(
      chart,
      Object.entries(figures).map(([code, amount]) => ({ code, amount })),
    )
  const [payables30, payables60, payables90, payablesOver] = payables
  const { moveIns, moveOuts, evictions, vacantUnits, policeCalls, claimsFiled, waitingList } = counts
  const why = drawChoice(`why ${month} ${units}`, moveOutReasons)
  return {
    period_date: month,
    units,
    payables30,
    payables60,
    payables90,
    payables_over: payablesOver,
    move_ins: moveIns,
    move_outs: moveOuts,
    evictions,
    vacant_units: vacantUnits,
    police_calls: policeCalls,
    claims_filed: claimsFiled,
    waiting_list: waitingList,
    move_out_reasons: moveOuts > 0 ? [{ clientKey: 'a', reason: why, households: moveOuts }] : [],
    totals: computeQuarterlyProgramTotals(read(income, charts.income), read(balance, charts.balance)),
    decided: null,
    submitted: steps.find((step) => step.to === 2)?.at ?? null,
    submitted_by_id: steps.find((step) => step.to === 2)?.by ?? null,
  }
}
