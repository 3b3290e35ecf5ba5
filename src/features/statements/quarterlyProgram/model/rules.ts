import {
  createColumnReader,
  describeTieOut,
  getLineCode,
  getTypedAccounts,
} from '#engines/worksheet/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { plural } from '#kernel/model/formats.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { TCAP } from './entities.ts'
import { getSheetCharts, type Inputs, type SheetName } from './month.ts'
import { monthEnd, monthName } from './periods.ts'
import { agingNames, getQuarterlyProgramTies, type MonthContent } from './ties.ts'

const counts = [
  'moveIns',
  'moveOuts',
  'evictions',
  'policeCalls',
  'claimsFiled',
  'vacantUnits',
  'waitingList',
] as const
type Counts = { [name in (typeof counts)[number]]: number | null }

/** The entered content of a month. */
export type Content = MonthContent &
  Counts & {
    moveOutReasons: readonly { reason: string | null; households: number | null }[]
    comments: string | null
  }
export type Facts = Inputs & { propertyId: number; periodDate: string; units: number; today: string }

const sheets: readonly SheetName[] = ['balance', 'income']

/** TCA-1: both sheets must have figures. */
export function checkNotEmpty(content: Content, facts: Facts): Fault[] {
  const { balance, income } = getSheetCharts(facts)
  const read = createColumnReader(income, content.income)
  return [
    ...(createColumnReader(balance, content.balance)('1000T') === 0
      ? [{ field: 'balance', message: 'The balance sheet shows no assets. Enter it first.' }]
      : []),
    ...(read('5000T') === 0 && read('6000T') === 0
      ? [{ field: 'income', message: 'The income statement is empty. Enter it first.' }]
      : []),
  ]
}

/**
 * TCA-2: activity and payables must be answered, with 0 if there was none (domain 1.5: blank is not an
 * answer).
 */
export const checkAnswered = (content: Content): Fault[] =>
  [...agingNames, ...counts].flatMap((field) =>
    content[field] === null || content[field] === undefined
      ? [{ field, message: `${TCAP.fields[field].meta()?.label}: ${REQUIRED}; 0 where there was none.` }]
      : [],
  )

/**
 * TCA-3: amounts that are subtracted must be entered without a minus sign: vacancies, allowances,
 * accumulated depreciation (domain 4.14).
 */
export const checkNotNegative = (content: Content, facts: Facts): Fault[] =>
  sheets.flatMap((sheet) => {
    const lines = new Map(content[sheet].map((line) => [getLineCode(line), line.amount]))
    return getTypedAccounts(getSheetCharts(facts)[sheet]).flatMap(({ code, name, sign }, index): Fault[] => {
      const amount = lines.get(code)
      if (typeof amount !== 'number' || amount >= 0 || (sign === 1 && !code.startsWith('52'))) return []
      const message = `${code} ${name}: enter it without a minus sign; it is subtracted.`
      return [{ field: `${sheet}.${index}.amount`, message }]
    })
  })

/**
 * TCA-4: the blocking tie-outs must agree: the balance sheet balances, and payables by age equal those of
 * the balance sheet.
 */
export const checkTies = (content: Content, facts: Facts): Fault[] =>
  getQuarterlyProgramTies(content, facts).flatMap((tie) =>
    tie.agrees || !tie.stops
      ? []
      : [
          {
            field: tie.id === 'TCA-T2' ? 'payables30' : 'balance',
            message: `${tie.id} ${describeTieOut(tie)}`,
          },
        ],
  )

/** TCA-5: the reasons must account for every household that moved out. */
export function checkMoveOutReasons({ moveOuts, moveOutReasons }: Content): Fault[] {
  const nameless = moveOutReasons.flatMap(({ reason, households }, index) =>
    households && !reason?.trim()
      ? [{ field: `moveOutReasons.${index}.reason`, message: `Reason: ${REQUIRED}` }]
      : [],
  )
  const explained = moveOutReasons.reduce((sum, item) => sum + (item.households ?? 0), 0)
  if (moveOuts === null || explained === moveOuts) return nameless
  const message = `${plural(moveOuts, 'household', 'households')} moved out; the reasons account for ${explained}.`
  return [...nameless, { field: 'moveOutReasons', message }]
}

/** TCA-6: evictions cannot exceed move-outs, and vacant units cannot exceed the property's units. */
export function checkBounds({ evictions, moveOuts, vacantUnits }: Content, { units }: Facts): Fault[] {
  return [
    ...(evictions !== null && moveOuts !== null && evictions > moveOuts
      ? [{ field: 'evictions', message: `Evictions: ${evictions} of ${moveOuts} move-outs cannot be.` }]
      : []),
    ...(vacantUnits !== null && vacantUnits > units
      ? [
          {
            field: 'vacantUnits',
            message: `Vacant units: the property has ${plural(units, 'unit', 'units')}.`,
          },
        ]
      : []),
  ]
}

/** TCA-7: vacant units must follow from the previous month, or the comments must say why not. */
export function checkVacancies(
  { vacantUnits, moveIns, moveOuts, comments }: Content,
  { last }: Facts,
): Fault[] {
  if (last?.vacantUnits == null || vacantUnits === null || moveIns === null || moveOuts === null) return []
  const expected = last.vacantUnits + moveOuts - moveIns
  if (expected === vacantUnits || comments?.trim()) return []
  const message = `Vacant units: ${last.vacantUnits} at the end of ${monthName(last.periodDate)} and ${moveOuts} moved out, ${moveIns} moved in, makes ${expected}. Correct it, or explain it in the comments.`
  return [{ field: 'vacantUnits', message }]
}

/** TCA-8: a month can be submitted only once it is over. */
export function checkMonthIsOver(_: Content, { periodDate, today }: Facts): Fault[] {
  const end = monthEnd(periodDate)
  if (today > end) return []
  const message = `${monthName(periodDate)} can be submitted once it is over, after ${formatDate(end, 'MM/DD/YYYY')}.`
  return [{ field: '', message }]
}
