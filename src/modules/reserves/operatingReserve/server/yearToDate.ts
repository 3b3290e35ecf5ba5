import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { Detail } from '../model/operating.ts'

/**
 * Where the result of the year that is running is known from: `select` finds a record of its own shape,
 * `read` reads it.
 */
export type YearToDateSource = {
  /** SQL of one row and column, null where nothing is known of the property. */
  select: (propertyId: number) => RawBuilder<unknown>
  /**
   * Converts the record that was found into the figures shown. Only the source knows the shape of its record.
   */
  read: (record: unknown, propertyId: number) => Detail['yearToDate']
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The year to date that a request to the operating reserve shows to its reviewers. */
    yearToDate?: YearToDateSource
  }
}

const getSource = slot('yearToDate', (sources) => {
  if (sources.length > 1) throw new Error('Two modules know the year to date.')
  return sources[0]
})

/** SQL: the source's record of a property; null where there is no source. */
export const yearToDateSql = (propertyId: number): RawBuilder<unknown> =>
  getSource()?.select(propertyId) ?? sql`select null::jsonb`

/** Returns the figures shown from the record that was found. */
export const getYearToDate = (record: unknown, propertyId: number): Detail['yearToDate'] =>
  record ? (getSource()?.read(record, propertyId) ?? null) : null
