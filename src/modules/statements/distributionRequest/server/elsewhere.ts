import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'

/**
 * A SELECT with the columns `words text, path text`: the obstacles to a distribution, each with the screen
 * that shows it.
 */
type ObstacleSource = (propertyId: number, today: string) => RawBuilder<unknown>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The open physical deficiencies of a property (domain 7.3). */
    physicalDeficiencies?: ObstacleSource
    /**
     * A SELECT with the columns `words text, path text, booked_through integer`: the loans of a property
     * that are not paid off, each with the last year that is booked.
     */
    activeLoans?: (propertyId: number) => RawBuilder<unknown>
    /** Why a property is on the watch list for its finances. */
    financialWatch?: ObstacleSource
  }
}

const getDeficiencySources = slot('physicalDeficiencies')
const getWatchSources = slot('financialWatch')
const getLoanSources = slot('activeLoans')

/** SQL: the loans that are not paid off, as one list. Empty if no module has loans. */
export const loansSql = (propertyId: number): RawBuilder<unknown> => {
  const [getLoanSql] = getLoanSources()
  return getLoanSql
    ? sql`(select coalesce(jsonb_agg(jsonb_build_object('words', w.words, 'path', w.path, 'bookedThrough',
      w.booked_through) order by w.words), '[]')
        from (${getLoanSql(propertyId)}) w (words, path, booked_through))`
    : sql`'[]'::jsonb`
}

const listSql = (
  sources: readonly ObstacleSource[],
  ...parameters: Parameters<ObstacleSource>
): RawBuilder<unknown> =>
  sources.length === 0
    ? sql`'[]'::jsonb`
    : sql`(select coalesce(jsonb_agg(jsonb_build_object('words', w.words, 'path', w.path)), '[]')
      from (${sql.join(
        sources.map((source) => source(...parameters)),
        sql` union all `,
      )}) w (words, path))`

/** SQL: the obstacles that other modules report, as two columns with one list each. */
export const obstaclesSql = (...parameters: Parameters<ObstacleSource>): RawBuilder<unknown> =>
  sql`${listSql(getDeficiencySources(), ...parameters)} as deficiencies,
    ${listSql(getWatchSources(), ...parameters)} as watched`
