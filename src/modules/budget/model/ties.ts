import { sumMoney, toCents } from '#kernel/model/money.ts'
import { type Side, type Tied, type TieOut, tied } from '#statement/model/index.ts'
import { type AnyFigures, chartIn, codeOf, type Grounds, readColumn } from './worksheet.ts'

type Staff = { title: string | null; salary: number | null; charged: number | null }
type Work = { year: number | null; cost: number | null }
/** What is typed of a budget, as far as figures are compared with it. */
export type Compared = {
  lines: readonly AnyFigures[]
  staffing?: readonly Staff[] | null
  capitalPlan?: readonly Work[] | null
}
type Of = Grounds & { budgetYear: number; months: number; propertyId: number }

/** Salaries as far as the property bears them, in dollars. */
const charged = (staffing: readonly Staff[]): number =>
  sumMoney(staffing.map(({ salary, charged }) => ((salary ?? 0) * (charged ?? 100)) / 100))

/** Where salaries stand in the chart. */
const salaries = ['6310', '6330', '6510', '6530']

/** Every pair of figures of a budget that must agree (domain 9.3), with what came out. */
export function tiesOf({ lines, staffing, capitalPlan }: Compared, grounds: Of, column = 'proposed'): Tied[] {
  const chart = chartIn(grounds)
  const read = readColumn(chart, lines, column)
  const here = (code: string): Side => ({ label: `${code}, this budget`, cents: read(code), code })
  const source = 'domain 9.3'
  const ties: TieOut[] = []
  const add = (id: string, title: string, left: Side, holds: TieOut['holds'], right: Side, stops = true) =>
    ties.push({ id, title, source, left, right, holds, stops })
  const { rents, requiredDeposits, mostFee, units, months, propertyId, budgetYear } = grounds
  if (rents !== null)
    add(
      'BUD-T1',
      'Gross potential rent',
      here('5120'),
      'at most',
      {
        label: `approved rents of ${months} months`,
        cents: toCents(rents),
        to: `/rentIncrease/RentIncreaseList/${propertyId}`,
      },
      false,
    )
  add('BUD-T2', 'Replacement reserve deposits', here('B210'), 'at least', {
    label: 'required deposits',
    cents: toCents(requiredDeposits),
    to: `/ReplacementReserveList/${propertyId}`,
  })
  if (mostFee !== null)
    add('BUD-T3', 'Management fee', here('6320'), 'at most', {
      label: `greatest fee × ${units} units × ${months} months`,
      cents: toCents(mostFee) * units * months,
      to: '/ManagementFeeMax',
    })
  add('BUD-T4', 'Vacancy', here('5220'), 'at least', {
    label: `${grounds.rules.leastVacancy} % of gross potential rent`,
    cents: Math.round((read('5120') * grounds.rules.leastVacancy) / 100),
  })
  if (staffing?.length)
    add(
      'BUD-T5',
      'Salaries',
      {
        label: `${salaries.join(' + ')}, this budget`,
        cents: salaries.reduce((sum, code) => sum + read(code), 0),
        code: '6330',
      },
      'equal',
      {
        label: 'staffing list',
        cents: toCents(charged(staffing)),
      },
    )
  if (capitalPlan?.length)
    add('BUD-T6', 'Capital improvements', here('B250'), 'equal', {
      label: `capital plan of ${budgetYear}`,
      cents: toCents(sumMoney(capitalPlan.map(({ year, cost }) => (year === budgetYear ? cost : 0)))),
    })
  for (const code of grounds.last ? ['5000T', '6000T'] : []) ties.push(agreesWithLast(code, lines, grounds))
  const figures = new Map(lines.map((line) => [codeOf(line), read(codeOf(line))]))
  return ties.map((tie) => tied(tie, grounds.rules.tolerance, figures))
}

/** The current budget is the one that was approved, whatever happened to that one since this was begun. */
function agreesWithLast(code: string, lines: readonly AnyFigures[], grounds: Of): TieOut {
  const chart = chartIn(grounds)
  const { budgetYear = 0, amounts = {} } = grounds.last ?? {}
  const approved = Object.entries(amounts).map(([of, amount]) => ({ code: of, amount }))
  return {
    id: code === '5000T' ? 'BUD-T7' : 'BUD-T8',
    title: code === '5000T' ? 'Current revenue' : 'Current expenses',
    source: 'domain 9.2',
    left: { label: `${code}, current budget`, cents: readColumn(chart, lines, 'currentBudget')(code), code },
    holds: 'equal',
    right: {
      label: `approved budget of ${budgetYear}`,
      cents: readColumn(chart, approved, 'amount')(code),
      to: `/budget/view/${grounds.propertyId}/${budgetYear}`,
    },
    stops: false,
  }
}
