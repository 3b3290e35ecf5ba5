import { addDays } from '#kernel/model/dates.ts'
import type { getSheetCharts } from '#modules/statements/quarterlyProgram/model/month.ts'
import {
  getMonthStart,
  getMonthsBetween,
  getQuarter,
  getQuarterlyProgramMonths,
  monthEnd,
} from '#modules/statements/quarterlyProgram/model/periods.ts'
import { computeQuarterlyProgramTotals } from '#modules/statements/quarterlyProgram/model/totals.ts'
import { createColumnReader } from '#statement/model/index.ts'
import { between, chance, pick } from './chance.ts'
import type { FiledStep, Walkers } from './filed.ts'
import { balanceAfter, type Figures, getCounts, getIncome, opening } from './monthlyBooks.ts'

/** A property in the quarterly program; \`own\` ones are those of the company that signs in. */
export type Property = { id: number; own: boolean; units: number }

/**
 * What a property has made of its newest quarter, by its place in the list; the last two are the largest
 * company's.
 */
export type Plan = { quarter: number; missing?: number; draft?: boolean; restated?: boolean; ended?: boolean }
export const plans: readonly Plan[] = [
  { quarter: 2 },
  { quarter: 3, draft: true },
  { quarter: 4 },
  { quarter: 5, draft: true },
  { quarter: 6 },
  { quarter: 3, restated: true },
  { quarter: 1, missing: 2 },
  { quarter: 5, ended: true },
  { quarter: 1, missing: 2 },
  { quarter: 6, draft: true },
]

/** What the portal knows of these properties: their books are made of it. */
export type World = {
  day: string
  first: string
  /** The months of the newest quarter that is over. */
  newest: readonly string[]
  by: Walkers
  charts: ReturnType<typeof getSheetCharts>
  budget: (id: number, year: number) => Figures
  reserve: (id: number, month: string) => number
}
/** A month with its books and the steps it took. */
export type Month = Property & {
  monthId: number
  month: string
  income: Figures
  balance: Figures
  payables: readonly number[]
  counts: ReturnType<typeof getCounts>
  steps: readonly FiledStep[]
}

/** The program of the property that left it ended with the first quarter of the year. */
export const getEnd = (day: string) => `${day.slice(0, 4)}-03-31`
const getLast = (plan: Plan, day: string) => (plan.ended ? getEnd(day) : addDays(getMonthStart(day), -1))

/** Every month of a property that it has begun, with figures that tie from one to the next. */
export function monthsOfProperty(property: Property, plan: Plan, world: World): Omit<Month, 'monthId'>[] {
  const { id, units, own: hasCompanyFiler } = property
  const { day, first, newest, charts, budget, reserve } = world
  let sheet = opening(units, reserve(id, first), budget(id, getQuarter(first).year)[5120] ?? 0)
  let vacant = Math.round(units * 0.05)
  return getMonthsBetween(first, getLast(plan, day)).flatMap((month) => {
    const name = `tcap ${id} ${month}`
    const income = { ...getIncome(name, budget(id, getQuarter(month).year)), 6600: units * 160 }
    const payables = units * between(`payables ${name}`, 60, 180)
    sheet = balanceAfter(sheet, income, charts.income, reserve(id, month), payables)
    const counts = getCounts(name, units, vacant)
    vacant = counts.vacantUnits
    const aged = [0.7, 0.2, 0.07].map((part) => Math.round(payables * part))
    aged.push(payables - aged.reduce((sum, number) => sum + number, 0))
    const isMissing = month === newest[plan.missing ?? -1]
    const isRunning = month > newest[2]!
    if ((isMissing && !hasCompanyFiler) || (isRunning && !plan.draft && plan.quarter !== 2)) return []
    const restated = plan.restated && month === newest[1] ? addDays(day, -5) : null
    const steps = stepsOfMonth(
      property,
      month,
      isMissing || (isRunning && plan.draft === true),
      restated,
      world,
    )
    return [{ ...property, month, income, balance: sheet, payables: aged, counts, steps }]
  })
}

export const at = (day: string, hour = 15) => `${day}T${hour}:00:00Z`
const REASON = 'An invoice of the month came late.'
const DEFICIENT = 'Payables over 90 days are not explained, and no aging report is attached.'

/**
 * A month is begun early in the next one and submitted by the 25th; a draft is not, one that is restated was.
 */
function stepsOfMonth(
  { id, own }: Property,
  month: string,
  draft: boolean,
  restated: string | null,
  { by, day }: World,
): FiledStep[] {
  const filer = own ? by.company : null
  const startDay = addDays(monthEnd(month), between(`begun ${id} ${month}`, 2, 6))
  const filed = addDays(startDay, between(`filed ${id} ${month}`, 2, 9))
  const reason = null
  return [
    { action: 'create', from: null, to: 1, at: at(startDay < day ? startDay : day, 14), by: filer, reason },
    ...(draft
      ? []
      : [{ action: 'submit', from: 1, to: 2, at: at(filed < day ? filed : day), by: filer, reason }]),
    ...(restated ? [{ action: 'recall', from: 2, to: 1, at: at(restated), by: filer, reason: REASON }] : []),
  ]
}

/** A quarter opens with its last month and is reviewed in the weeks after. */
function stepsOfQuarter(
  status: number,
  completedDay: string,
  restated: Month | undefined,
  walkers: Walkers,
): FiledStep[] {
  const later = (days: number) => at(addDays(completedDay, days), 16)
  const decided = { from: 4, at: later(9), by: walkers.manager }
  const accept = { ...decided, action: 'approve', to: 5, reason: null }
  const filedSteps: FiledStep[] = [
    { action: 'create', from: null, to: 1, at: at(addDays(completedDay, -60)), by: null, reason: null },
    { action: 'complete', from: 1, to: 2, at: at(completedDay, 16), by: null, reason: null },
    { action: 'startReview', from: 2, to: 3, at: later(4), by: walkers.analyst, reason: null },
    { action: 'review', from: 3, to: 4, at: later(8), by: walkers.analyst, reason: null },
    status === 6 ? { ...decided, action: 'deny', to: 6, reason: DEFICIENT } : accept,
  ]
  if (!restated) return filedSteps.slice(0, status === 6 ? 5 : status)
  const reason = `August ${restated.month.slice(0, 4)} (TC-${restated.monthId}): ${REASON}`
  return [
    ...filedSteps,
    { action: 'restated', from: 5, to: 3, at: restated.steps.at(-1)!.at, by: null, reason },
  ]
}

/** The quarters of which months were begun, each where its property’s plan has brought it. */
export function getQuarters(months: readonly Month[], plan: Plan, { newest, by }: World) {
  const groups = Map.groupBy(months, ({ month }) => getQuarterlyProgramMonths(getQuarter(month))[0])
  return [...groups].map(([start, of]) => {
    const { id, own: hasCompanyFiler } = of[0]!
    const submitted = of
      .filter((month) => month.steps.at(-1)?.to === 2)
      .map((month) => month.steps.at(-1)!.at)
    const isNewest = start === newest[0]
    const old = chance(`deficient ${id} ${start}`, 6) ? 6 : 5
    const status = isNewest ? plan.quarter : start > newest[0]! ? 1 : old
    const completedDay = (submitted.toSorted().at(-1) ?? at(monthEnd(start))).slice(0, 10)
    const restated = isNewest && plan.restated ? of.find((month) => month.month === newest[1]) : undefined
    const filer = hasCompanyFiler ? by.company : null
    return {
      propertyId: id,
      ...getQuarter(start),
      opened: completedDay,
      filer,
      months: of,
      steps: stepsOfQuarter(status, completedDay, restated, by),
    }
  })
}

const reasons = ['Bought a home', 'Work elsewhere', 'Moved to family', 'Health', 'Larger household']

/** The columns of a month in addition to those that its steps set. */
export function getValues(
  { month, units, income, balance, payables, counts, steps }: Month,
  charts: World['charts'],
) {
  const read = (figures: Figures, chart: World['charts']['income']) =>
    createColumnReader(
      chart,
      Object.entries(figures).map(([code, amount]) => ({ code, amount })),
    )
  const [payables30, payables60, payables90, payablesOver] = payables
  const { moveIns, moveOuts, evictions, vacantUnits, policeCalls, claimsFiled, waitingList } = counts
  const why = pick(`why ${month} ${units}`, reasons)
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
