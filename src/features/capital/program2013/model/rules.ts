import { createColumnReader, describeTieOut, getLineCode } from '#engines/worksheet/model/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { categoryChart, entryCategories } from './categories.ts'
import { getPlaceFaults, type Place } from './places.ts'
import { getProgram2013Ties, type TieOutInput } from './ties.ts'

/** The values of a record that its rules check. */
export type RecordContent = TieOutInput & {
  city: string | null
  county: string | null
  zip: string | null
  units: number | null
  vacancyPercent: number | null
}
/** The facts that the rules need: the tolerance in dollars, and the stored ZIP code with its places. */
export type RecordRuleFacts = { tolerance: number; places: readonly Place[]; zip: string | null }

/** P13-1: a record must have income and expenses. */
export function checkNotEmpty({ lines }: RecordContent): Fault[] {
  const read = createColumnReader(categoryChart, lines)
  return [
    ...(read('I01') === 0
      ? [{ field: 'lines', message: 'There is no gross potential rent. Enter I01 first.' }]
      : []),
    ...(read('E29') === 0 ? [{ field: 'lines', message: 'There are no expenses. Enter them first.' }] : []),
  ]
}

/**
 * P13-2: no category may be negative, because its place in the form says whether it is added or subtracted.
 */
export function checkNotNegative({ lines }: RecordContent): Fault[] {
  const amounts = new Map(lines.map((line) => [getLineCode(line), line.amount]))
  return entryCategories.flatMap(({ code, name }, index): Fault[] => {
    const amount = amounts.get(code)
    if (typeof amount !== 'number' || amount >= 0) return []
    return [{ field: `lines.${index}.amount`, message: `${code} ${name}: enter it without a minus sign.` }]
  })
}

/** P13-3: vacancy must be between 0 and 100 percent of gross potential rent. */
export const checkVacancy = ({ vacancyPercent }: RecordContent) =>
  vacancyPercent !== null &&
  (vacancyPercent < 0 || vacancyPercent > 100) && {
    field: 'vacancyPercent',
    message: 'Vacancy (percent): enter a percent from 0 to 100, such as 7.',
  }

/** P13-4: every tie-out that stops the submission must agree. */
export const checkTies = (content: RecordContent, { tolerance }: RecordRuleFacts): Fault[] =>
  getProgram2013Ties(content, tolerance).flatMap((tie) =>
    tie.agrees || !tie.stops ? [] : [{ field: 'lines', message: `${tie.id} ${describeTieOut(tie)}` }],
  )

/**
 * P13-5: ZIP code, city and county must fit together. The browser has only the places of the stored ZIP code,
 * so the server checks a newly typed one.
 */
export const checkPlace = (content: RecordContent, { places, zip }: RecordRuleFacts): Fault[] =>
  content.zip === zip ? getPlaceFaults(content, places) : []

/** P13-6: each debt must name its lender. */
export const checkLenders = ({ debts }: RecordContent): Fault[] =>
  (debts ?? []).flatMap(({ lender }, index) =>
    lender?.trim() ? [] : [{ field: `debts.${index}.lender`, message: `Lender: ${REQUIRED}` }],
  )
