import type { Chart } from '#core/money/chart/model/index.ts'
import { createColumnReader } from '#engines/worksheet/model/index.ts'

import { drawBetween, drawChance } from './chance.ts'

/** Invents the monthly books of properties in the quarterly programs (TCAP and TCR). */

/** The accounts of the balance sheet that have a figure here. */
const account = {
  cash: '1120',
  rentReceivable: '1130',
  depositsInTrust: '1191',
  replacementReserve: '1320',
  land: '1410',
  buildings: '1420',
  accumulatedDepreciation: '1495',
  overdraft: '2105',
  payables: '2110',
  tenantDeposits: '2191',
  mortgage: '2320',
  equity: '3130',
} as const
/** The accounts of income, expenses and budget with a meaning here. */
const GROSS_POTENTIAL_RENT = '5120'
const DEPRECIATION = '6600'
const NET_PROFIT = '3250'
const PRINCIPAL_PAID = 'B110'
const RESERVE_DEPOSITS = 'B210'
const CAPITAL_IMPROVEMENTS = 'B250'

/** Dollar amounts by account code. */
export type Figures = Record<string, number>

/**
 * Invents the income and expenses of a month. Each account gets a twelfth of its yearly budget, varied by up
 * to 8 percent. The rent and the reserve deposits are exactly a twelfth.
 */
export const inventIncomeAndExpense = (drawName: string, budget: Figures): Figures =>
  Object.fromEntries(
    Object.entries(budget).map(([code, year]) => [
      code,
      Math.round(
        (year / 12) *
          (code === GROSS_POTENTIAL_RENT || code === RESERVE_DEPOSITS
            ? 1
            : drawBetween(`${drawName} ${code}`, 92, 108) / 100),
      ),
    ]),
  )

/**
 * Computes the balance sheet at the end of a month from the previous one and the income and expenses of the
 * month.
 */
export function computeBalanceSheet(
  previousSheet: Figures,
  monthFigures: Figures,
  chart: Chart,
  reserveBalance: number,
  payables: number,
): Figures {
  const lines = Object.entries(monthFigures).map(([code, amount]) => ({ code, amount }))
  const profit = createColumnReader(chart, lines)(NET_PROFIT) / 100
  const capitalImprovements = monthFigures[CAPITAL_IMPROVEMENTS] ?? 0
  const nextSheet: Figures = {
    ...previousSheet,
    [account.replacementReserve]: reserveBalance,
    [account.buildings]: previousSheet[account.buildings]! + capitalImprovements,
    [account.accumulatedDepreciation]:
      previousSheet[account.accumulatedDepreciation]! + (monthFigures[DEPRECIATION] ?? 0),
    [account.payables]: payables,
    [account.mortgage]: previousSheet[account.mortgage]! - (monthFigures[PRINCIPAL_PAID] ?? 0),
    [account.equity]: previousSheet[account.equity]! + profit,
  }
  return withBalancedCash(nextSheet)
}

/**
 * Sets cash so that assets equal liabilities and equity. If cash would be negative, the missing amount is an
 * overdraft.
 */
function withBalancedCash(sheet: Figures): Figures {
  const otherAssets =
    sheet[account.rentReceivable]! +
    sheet[account.depositsInTrust]! +
    sheet[account.replacementReserve]! +
    sheet[account.land]! +
    sheet[account.buildings]! -
    sheet[account.accumulatedDepreciation]!
  const cash =
    sheet[account.payables]! +
    sheet[account.tenantDeposits]! +
    sheet[account.mortgage]! +
    sheet[account.equity]! -
    otherAssets
  return { ...sheet, [account.cash]: Math.max(0, cash), [account.overdraft]: Math.max(0, -cash) }
}

/** Invents the balance sheet before the first month. */
export const inventOpeningBalance = (units: number, reserveBalance: number, revenue: number): Figures =>
  withBalancedCash({
    [account.rentReceivable]: units * 40,
    [account.depositsInTrust]: units * 450,
    [account.replacementReserve]: reserveBalance,
    [account.land]: units * 4000,
    [account.buildings]: units * 70_000,
    [account.accumulatedDepreciation]: units * 9000,
    [account.payables]: units * 120,
    [account.tenantDeposits]: units * 450,
    [account.mortgage]: units * 30_000,
    [account.equity]: units * 35_000 + reserveBalance + Math.round(revenue / 3),
  })

/**
 * Invents the counts of a month: moves, vacant units, police calls and so on. Vacant units follow from those
 * of the previous month.
 */
export function inventCounts(drawName: string, units: number, vacantBefore: number) {
  const moveOuts = drawBetween(`out ${drawName}`, 0, Math.ceil(units / 20))
  const possibleMoveIns =
    drawBetween(`in ${drawName}`, 0, Math.ceil(units / 20)) + (vacantBefore > units * 0.06 ? 2 : 0)
  const moveIns = Math.min(vacantBefore + moveOuts, possibleMoveIns)
  return {
    moveIns,
    moveOuts,
    evictions: moveOuts > 1 && drawChance(`evicted ${drawName}`, 15) ? 1 : 0,
    vacantUnits: Math.min(units, vacantBefore + moveOuts - moveIns),
    policeCalls: drawBetween(`police ${drawName}`, 0, 3),
    claimsFiled: drawChance(`claim ${drawName}`, 4) ? 1 : 0,
    waitingList: drawBetween(`list ${drawName}`, 3, 30),
  }
}
