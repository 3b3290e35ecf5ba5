import { type RawBuilder, sql } from 'kysely'
import { activeLoansSql } from '#features/capital/loans/server/index.ts'
import { getPhysicalDeficienciesSql } from '#features/compliance/inspections/server/index.ts'
import { getFinancialWatchSql } from '#features/compliance/watchList/server/index.ts'

/** SQL: the loans of a property that are not paid off, as one list. */
export const loansSql = (propertyId: number): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('words', a.words, 'path', a.path, 'bookedThrough',
    a.booked_through) order by a.words), '[]')
      from (${activeLoansSql(sql`select ${propertyId}::integer`)}) a)`

const listSql = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('words', w.words, 'path', w.path)), '[]')
    from (${rows}) w (words, path))`

/**
 * SQL: the obstacles to a distribution that other modules know, each with the screen that shows it: open
 * physical deficiencies (domain 7.3), and a financial weakness on the watch list. Two columns with one list
 * each.
 */
export const obstaclesSql = (propertyId: number, today: string): RawBuilder<unknown> =>
  sql`${listSql(getPhysicalDeficienciesSql(propertyId))} as deficiencies,
    ${listSql(getFinancialWatchSql(propertyId, today))} as watched`
