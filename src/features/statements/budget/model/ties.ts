import {
  type AnyFigures,
  compareTieOut,
  createColumnReader,
  getLineCode,
  getRecordChart,
  type ReadCents,
  type Side,
  type TieOut,
  type TieOutResult,
} from '#engines/worksheet/model/index.ts'
import { sumMoney, toCents } from '#kernel/model/money.ts'
import type { Inputs } from './worksheet.ts'

type Staff = { title: string | null; salary: number | null; charged: number | null }
type Work = { year: number | null; cost: number | null }
/** The entered content of a budget that its tie-outs compare. */
export type BudgetContent = {
  lines: readonly AnyFigures[]
  staffing?: readonly Staff[] | null
  capitalPlan?: readonly Work[] | null
}
type BudgetTieInputs = Inputs & { budgetYear: number; months: number; propertyId: number }

/** Sums the part of the salaries that the property pays, in dollars. */
const sumChargedSalaries = (staffing: readonly Staff[]): number =>
  sumMoney(
    staffing.map(
      ({ salary, charged: sumChargedSalaries }) => ((salary ?? 0) * (sumChargedSalaries ?? 100)) / 100,
    ),
  )

/** The accounts of salaries. */
const salaryAccounts = ['6310', '6330', '6510', '6530']

type BudgetTie = Pick<TieOut, 'id' | 'title' | 'holds' | 'right'> & { left: string | Side; stops?: boolean }

/** Returns the tie-outs with the portal's own records: rents, deposits and management fee. */
function getRecordTies({
  rents,
  requiredDeposits,
  mostFees,
  units,
  months,
  propertyId,
}: BudgetTieInputs): BudgetTie[] {
  const rentLimit = {
    label: `approved rents of ${months} months`,
    cents: toCents(rents ?? 0),
    to: `/rentIncrease/RentIncreaseList/${propertyId}`,
  }
  const required = {
    label: 'required deposits',
    cents: toCents(requiredDeposits),
    to: `/ReplacementReserveList/${propertyId}`,
  }
  const fee = {
    label: `greatest fee of ${units} units in ${months} months`,
    cents: toCents(mostFees ?? 0),
    to: '/ManagementFeeMax',
  }
  return [
    ...(rents === null
      ? []
      : [
          {
            id: 'BUD-T1',
            title: 'Gross potential rent',
            left: '5120',
            holds: 'at most',
            right: rentLimit,
            stops: false,
          } as const,
        ]),
    { id: 'BUD-T2', title: 'Replacement reserve deposits', left: 'B210', holds: 'at least', right: required },
    ...(mostFees === null
      ? []
      : [{ id: 'BUD-T3', title: 'Management fee', left: '6320', holds: 'at most', right: fee } as const]),
  ]
}

/**
 * Returns the tie-outs within the budget: vacancy, and the staffing list and capital plan if they have
 * lines.
 */
function getInternalTies(
  { staffing, capitalPlan }: BudgetContent,
  { budgetYear, rules }: BudgetTieInputs,
  read: ReadCents,
): BudgetTie[] {
  const vacancy = {
    label: `${rules.leastVacancy}% of gross potential rent`,
    cents: Math.round((read('5120') * rules.leastVacancy) / 100),
  }
  const pay = {
    label: `${salaryAccounts.join(' + ')}, this budget`,
    cents: salaryAccounts.reduce((sum, code) => sum + read(code), 0),
    code: '6330',
  }
  const planned = sumMoney((capitalPlan ?? []).map(({ year, cost }) => (year === budgetYear ? cost : 0)))
  const ties: BudgetTie[] = [
    { id: 'BUD-T4', title: 'Vacancy', left: '5220', holds: 'at least', right: vacancy },
  ]
  if (staffing?.length)
    ties.push({
      id: 'BUD-T5',
      title: 'Salaries',
      left: pay,
      holds: 'equal',
      right: { label: 'staffing list', cents: toCents(sumChargedSalaries(staffing)) },
    })
  if (capitalPlan?.length)
    ties.push({
      id: 'BUD-T6',
      title: 'Capital improvements',
      left: 'B250',
      holds: 'equal',
      right: { label: `capital plan of ${budgetYear}`, cents: toCents(planned) },
    })
  return ties
}

/**
 * Compares every pair of figures of a budget that must agree (domain 9.3). `column` is the column of the
 * budget to check.
 */
export function getBudgetTies(
  compared: BudgetContent,
  inputs: BudgetTieInputs,
  column = 'proposed',
): TieOutResult[] {
  const { lines } = compared
  const read = createColumnReader(getRecordChart(inputs), lines, column)
  const ownSide = (code: string): Side => ({ label: `${code}, this budget`, cents: read(code), code })
  const tieOuts = [...getRecordTies(inputs), ...getInternalTies(compared, inputs, read)].map(
    ({ left, stops = true, ...tie }): TieOut => ({
      ...tie,
      source: 'domain 9.3',
      stops,
      left: typeof left === 'string' ? ownSide(left) : left,
    }),
  )
  const currentBudgetTies = (inputs.last ? ['5000T', '6000T'] : []).map((code) =>
    getCurrentBudgetTie(code, lines, inputs),
  )
  const figures = new Map(lines.map((line) => [getLineCode(line), read(getLineCode(line))]))
  return [...tieOuts, ...currentBudgetTies].map((tie) => compareTieOut(tie, inputs.rules.tolerance, figures))
}

/**
 * The current budget must equal the last approved one, even if that one changed after this budget was begun.
 */
function getCurrentBudgetTie(code: string, lines: readonly AnyFigures[], inputs: BudgetTieInputs): TieOut {
  const chart = getRecordChart(inputs)
  const { budgetYear = 0, amounts = {} } = inputs.last ?? {}
  const approved = Object.entries(amounts).map(([of, amount]) => ({ code: of, amount }))
  return {
    id: code === '5000T' ? 'BUD-T7' : 'BUD-T8',
    title: code === '5000T' ? 'Current revenue' : 'Current expenses',
    source: 'domain 9.2',
    left: {
      label: `${code}, current budget`,
      cents: createColumnReader(chart, lines, 'currentBudget')(code),
      code,
    },
    holds: 'equal',
    right: {
      label: `approved budget of ${budgetYear}`,
      cents: createColumnReader(chart, approved, 'amount')(code),
      to: `/budget/view/${inputs.propertyId}/${budgetYear}`,
    },
    stops: false,
  }
}

/** The text of each tie-out for the list of rules. A tie-out with `warns` does not stop a budget. */
export const tieDescriptions: Readonly<Record<string, { says: string; source: string; warns?: true }>> = {
  'BUD-T1': {
    says: 'Gross potential rent (5120) is at most the approved rents of the months.',
    source: 'domain 9.3',
    warns: true,
  },
  'BUD-T2': {
    says: 'Replacement reserve deposits (B210) are at least those required.',
    source: 'domain 9.3',
  },
  'BUD-T3': {
    says: 'The management fee (6320) is at most the greatest fee × units × months.',
    source: 'domain 9.3',
  },
  'BUD-T4': {
    says: 'Vacancy (5220) is at least its least part of gross potential rent.',
    source: 'domain 9.3',
  },
  'BUD-T5': {
    says: 'Salaries (6310, 6330, 6510, 6530) are those of the staffing list.',
    source: 'domain 9.3',
  },
  'BUD-T6': {
    says: 'Capital improvements (B250) are those of the capital plan of the year.',
    source: 'domain 9.3',
  },
  'BUD-T7': {
    says: 'Current revenue (5000T) is that of the approved budget.',
    source: 'domain 9.2',
    warns: true,
  },
  'BUD-T8': {
    says: 'Current expenses (6000T) are those of the approved budget.',
    source: 'domain 9.2',
    warns: true,
  },
}
