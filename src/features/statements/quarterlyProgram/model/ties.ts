import {
  type AnyFigures,
  compareTieOut,
  createColumnReader,
  getLineCode,
  getTypedAccounts,
  type ReadCents,
  type Side,
  type TieOut,
  type TieOutResult,
} from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { getSheetCharts, type Inputs } from './month.ts'
import { monthName } from './periods.ts'

export const agingNames = ['payables30', 'payables60', 'payables90', 'payablesOver'] as const
type Aging = { [name in (typeof agingNames)[number]]?: number | null | undefined }

/** The entered content of a month that its tie-outs compare. */
export type MonthContent = Aging & { balance: readonly AnyFigures[]; income: readonly AnyFigures[] }
type MonthInputs = Inputs & { propertyId: number; periodDate: string }

/** Whether an account is one of the accounts payable of the balance sheet: 2110 to 2116. */
const isPayable = (code: string): boolean => Number(code) >= 2110 && Number(code) <= 2116

/** Sums the payables by age, in cents. */
const sumPayablesByAge = (values: Aging): number =>
  agingNames.reduce((sum, name) => sum + toCents(values[name] ?? 0), 0)

/** Compares every pair of figures of a month that must agree (domain 10.2, 4.3, 8.2). */
export function getQuarterlyProgramTies(values: MonthContent, inputs: MonthInputs): TieOutResult[] {
  const { balance: sheet, income } = getSheetCharts(inputs)
  const read = createColumnReader(sheet, values.balance)
  const getOwnSide = (code: string): Side => ({
    label: `${code}, ${monthName(inputs.periodDate)}`,
    cents: read(code),
    code,
  })
  const payables = getTypedAccounts(sheet).filter(({ code }) => isPayable(code))
  const ties: TieOut[] = [
    {
      id: 'TCA-T1',
      title: 'Balance sheet',
      source: 'domain 4.3',
      holds: 'equal',
      stops: true,
      left: getOwnSide('1000T'),
      right: getOwnSide('2033T'),
    },
    {
      id: 'TCA-T2',
      title: 'Payables by age',
      source: 'domain 10.2',
      holds: 'equal',
      stops: true,
      left: { label: 'payables by age', cents: sumPayablesByAge(values) },
      right: {
        label: '2110 to 2116, balance sheet',
        cents: payables.reduce((sum, { code }) => sum + read(code), 0),
        code: '2110',
      },
    },
    {
      id: 'TCA-T3',
      title: 'Security deposits',
      source: 'domain 8.2',
      holds: 'at least',
      stops: false,
      left: getOwnSide('1191'),
      right: getOwnSide('2191'),
    },
    ...getCarriedTies(inputs, getOwnSide, createColumnReader(income, values.income)),
  ]
  const figures = new Map(values.balance.map((line) => [getLineCode(line), read(getLineCode(line))]))
  return ties.map((tie) => compareTieOut(tie, inputs.tolerance, figures))
}

/** Returns the tie-outs with the previous month and with the agency's ledger, if these exist. */
function getCarriedTies(
  inputs: MonthInputs,
  getOwnSide: (code: string) => Side,
  income: ReadCents,
): TieOut[] {
  const { last, reserveBalance, propertyId } = inputs
  const ties: TieOut[] = []
  if (last)
    ties.push({
      id: 'TCA-T4',
      title: 'Owner equity',
      source: 'domain 4.9',
      holds: 'equal',
      stops: false,
      left: getOwnSide('3130'),
      right: {
        label: `3130 of ${monthName(last.periodDate)} and the profit or loss of the month`,
        cents: toCents(last.amounts[3130] ?? 0) + income('3250'),
        to: `/TCAP/${propertyId}/${last.periodDate}`,
      },
    })
  if (reserveBalance !== null)
    ties.push({
      id: 'TCA-T5',
      title: 'Replacement reserve',
      source: 'domain 4.7',
      holds: 'equal',
      stops: false,
      left: getOwnSide('1320'),
      right: {
        label: 'ledger of the agency at month end',
        cents: toCents(reserveBalance),
        to: `/ReplacementReserveList/${propertyId}`,
      },
    })
  return ties
}
