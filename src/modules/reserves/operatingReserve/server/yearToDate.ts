import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { RequestDetail } from '../model/operating.ts'

/**
 * A source of the property’s result of the current year: another module registers it. `select` is the SQL
 * that finds a record of a shape only the source knows, and `read` converts that record.
 */
export type YearToDateSource = {
  /** SQL of one row and column, null if the source has no record for the property. */
  select: (propertyId: number) => RawBuilder<unknown>
  /**
   * Converts the record into the figures that the screen shows. Only the source knows the shape of its
   * record.
   */
  read: (record: unknown, propertyId: number) => RequestDetail['yearToDate']
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The source of the year-to-date result that reviewers of operating reserve requests see. */
    yearToDate?: YearToDateSource
  }
}

const getSource = slot('yearToDate', (sources) => {
  if (sources.length > 1) throw new Error('Two modules know the year to date.')
  return sources[0]
})

/** SQL: the source’s record for a property, or null if no module registers a source. */
export const yearToDateSql = (propertyId: number): RawBuilder<unknown> =>
  getSource()?.select(propertyId) ?? sql`select null::jsonb`

/** Converts the source’s record into the figures that the screen shows, or null if there is no record. */
export const getYearToDate = (record: unknown, propertyId: number): RequestDetail['yearToDate'] =>
  record ? (getSource()?.read(record, propertyId) ?? null) : null
