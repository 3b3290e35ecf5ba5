import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'

/** One SELECT of `words text, path text`: the obstacles to a distribution, and the screen that shows each. */
type Against = (propertyId: number, today: string) => RawBuilder<unknown>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Physical deficiencies that are open at a property (domain 7.3). */
    physicalDeficiencies?: Against
    /**
     * The loans of a property that are not paid off, one SELECT of `words text, path text, booked_through
     * integer`: the last year that is booked of each.
     */
    activeLoans?: (propertyId: number) => RawBuilder<unknown>
    /** Why a property is watched for its finances. */
    financialWatch?: Against
  }
}

const deficiencies = slot('physicalDeficiencies')
const watched = slot('financialWatch')
const loans = slot('activeLoans')

/** SQL: the loans that are not paid off, as one list; null where no module keeps loans. */
export const loansSql = (propertyId: number): RawBuilder<unknown> => {
  const [getLoanSql] = loans()
  return getLoanSql
    ? sql`(select coalesce(jsonb_agg(jsonb_build_object('words', w.words, 'path', w.path, 'bookedThrough',
      w.booked_through) order by w.words), '[]')
        from (${getLoanSql(propertyId)}) w (words, path, booked_through))`
    : sql`'[]'::jsonb`
}

const listSql = (sources: readonly Against[], ...parameters: Parameters<Against>): RawBuilder<unknown> =>
  sources.length === 0
    ? sql`'[]'::jsonb`
    : sql`(select coalesce(jsonb_agg(jsonb_build_object('words', w.words, 'path', w.path)), '[]')
      from (${sql.join(
        sources.map((source) => source(...parameters)),
        sql` union all `,
      )}) w (words, path))`

/** SQL: what other subjects hold against a distribution, as one list; two columns of a statement. */
export const elsewhereSql = (...parameters: Parameters<Against>): RawBuilder<unknown> =>
  sql`${listSql(deficiencies(), ...parameters)} as deficiencies,
    ${listSql(watched(), ...parameters)} as watched`
