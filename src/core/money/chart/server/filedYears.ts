import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/server/database.ts'
import { slot } from '#kernel/server/module.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * SQL: the last year for which a record on that year's chart was submitted; null if there is none.
     * Counts every record, even if the caller may not see it.
     */
    chartFiledThrough?: RawBuilder<number | null>
  }
}

const sources = slot('chartFiledThrough')

/**
 * The first year for which nothing has been submitted on its chart; this year if nothing was ever
 * submitted.
 */
export async function firstOpenChartYear(db: Db, thisYear: number): Promise<number> {
  if (sources().length === 0) return thisYear
  const result = await sql<{
    year: number | null
  }>`select greatest(${sql.join(sources().map((source) => sql`(${source})`))}) as year`.execute(db)
  return result.rows[0]?.year ? result.rows[0].year + 1 : thisYear
}
