import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  getAnnualStatementSchedule,
  getAnnualStatementTies,
  parts,
} from '#features/statements/annualStatement/model/schedules/index.ts'
import { chart } from '#tests/madeStatements.ts'
import { buildPortfolio } from '../../portfolio.ts'
import { getAnnualStatementBooks } from './books.ts'
import { addFault, faults } from './faults.ts'
import { getAnnualStatementInput } from './inputs.ts'
import { getAnnualStatementSources, getSchedules, type ScheduleInput } from './schedules.ts'

const { properties } = buildPortfolio()
const banks = [{ financialInstitutionId: 1, name: 'Demo Bank' }]

/** Returns the statements of a property in all years, with the data that tie-outs compare. */
function getStatements(property: (typeof properties)[number]) {
  const { years, credits } = getAnnualStatementBooks(
    getAnnualStatementInput(property, new Map()),
    '2026-11-16',
  )
  const scheduleInputs = years.map(
    (books, index): ScheduleInput => ({
      propertyId: property.id,
      year: books.year,
      books,
      prior: years[index - 1] ?? null,
      credits,
      banks,
    }),
  )
  const rows = scheduleInputs.map((item) => getSchedules(item, chart))
  return scheduleInputs.map((item, index) => ({
    of: item,
    rows: rows[index]!,
    sources: getAnnualStatementSources(item, chart, rows[index]!, rows[index - 1] ?? null),
  }))
}

/** The properties whose statements are checked, with all of their statements. */
const samples = properties
  .slice(0, 150)
  .map((property) => ({ property, statements: getStatements(property) }))

/** The tie-outs that may fail in a statement of the demonstration: unfunded deposits and insurance. */
const toleratedTies = /^AFS-T(31|34|35)(\.|$)/

test('domain 4.14: every tie-out of 150 properties agrees in all years, except for the two kinds of findings', () => {
  const failedTies = samples.flatMap(({ property, statements }) =>
    statements.flatMap(({ of, sources }) =>
      getAnnualStatementTies(sources)
        .filter((tie) => !tie.agrees && !toleratedTies.test(tie.id))
        .map((tie) => `${property.id} ${of.year} ${tie.id}: ${tie.left.cents} ${tie.right.cents}`),
    ),
  )
  expect(failedTies.slice(0, 20)).toEqual([])
})

test('the columns accept the values of all schedules of the demonstration', () => {
  const refusedRows = samples.flatMap(({ property, statements }) =>
    statements.flatMap(({ of, rows }) =>
      parts.flatMap((part) =>
        rows[part].flatMap((row) => {
          const { error } = z.object(getAnnualStatementSchedule(part).columns).partial().safeParse(row)
          return error ? [`${property.id} ${of.year} ${part}: ${z.prettifyError(error)}`] : []
        }),
      ),
    ),
  )
  expect(refusedRows.slice(0, 20)).toEqual([])
})

test('each fault of the demonstration breaks a tie-out', () => {
  const statement = getStatements(
    properties.find((property) => property.reserve && property.totalUnits > 40)!,
  ).at(-1)!
  for (const fault of faults) {
    const books = { ...statement.of.books, amounts: addFault(statement.of.books, fault) }
    const sources = getAnnualStatementSources(
      { ...statement.of, books },
      chart,
      statement.rows,
      statement.sources.prior?.rows ?? null,
    )
    expect(
      getAnnualStatementTies(sources).filter((tie) => !tie.agrees),
      fault,
    ).not.toEqual([])
  }
})
