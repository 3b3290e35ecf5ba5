import type { Chart } from '#ground/money/chart/model/index.ts'
import { createColumnReader } from '#statement/model/index.ts'

import { between, chance } from './chance.ts'

/** The invented books of a property in the quarterly program, month by month; dollars by account. */
export type Figures = Record<string, number>

/** The income and expense of a month: about a twelfth of the budget. */
export const getIncome = (name: string, budget: Figures): Figures =>
  Object.fromEntries(
    Object.entries(budget).map(([code, year]) => [
      code,
      Math.round(
        (year / 12) * (code === '5120' || code === 'B210' ? 1 : between(`${name} ${code}`, 92, 108) / 100),
      ),
    ]),
  )

/**
 * Computes the balance sheet at the end of a month from the previous one. Cash is the remainder.
 */
export function balanceAfter(
  before: Figures,
  figures: Figures,
  chart: Chart,
  reserve: number,
  payables: number,
): Figures {
  const lines = Object.entries(figures).map(([code, amount]) => ({ code, amount }))
  const profit = createColumnReader(chart, lines)('3250') / 100
  const capital = figures.B250 ?? 0
  const next: Figures = {
    ...before,
    1320: reserve,
    1420: before[1420]! + capital,
    1495: before[1495]! + (figures[6600] ?? 0),
    2110: payables,
    2320: before[2320]! - (figures.B110 ?? 0),
    3130: before[3130]! + profit,
  }
  return balanced(next)
}

/** Balances the sheet with cash or an overdraft. */
function balanced(sheet: Figures): Figures {
  const otherRows = sheet[1130]! + sheet[1191]! + sheet[1320]! + sheet[1410]! + sheet[1420]! - sheet[1495]!
  const cash = sheet[2110]! + sheet[2191]! + sheet[2320]! + sheet[3130]! - otherRows
  return { ...sheet, 1120: Math.max(0, cash), 2105: Math.max(0, -cash) }
}

export const opening = (units: number, reserve: number, revenue: number): Figures =>
  balanced({
    1130: units * 40,
    1191: units * 450,
    1320: reserve,
    1410: units * 4000,
    1420: units * 70_000,
    1495: units * 9000,
    2110: units * 120,
    2191: units * 450,
    2320: units * 30_000,
    3130: units * 35_000 + reserve + Math.round(revenue / 3),
  })

/** Returns the counts of a month. Vacant units depend on the previous month. */
export function getCounts(name: string, units: number, vacantBefore: number) {
  const moveOuts = between(`out ${name}`, 0, Math.ceil(units / 20))
  const letting = between(`in ${name}`, 0, Math.ceil(units / 20)) + (vacantBefore > units * 0.06 ? 2 : 0)
  const moveIns = Math.min(vacantBefore + moveOuts, letting)
  return {
    moveIns,
    moveOuts,
    evictions: moveOuts > 1 && chance(`evicted ${name}`, 15) ? 1 : 0,
    vacantUnits: Math.min(units, vacantBefore + moveOuts - moveIns),
    policeCalls: between(`police ${name}`, 0, 3),
    claimsFiled: chance(`claim ${name}`, 4) ? 1 : 0,
    waitingList: between(`list ${name}`, 3, 30),
  }
}
