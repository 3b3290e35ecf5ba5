import { sql } from 'kysely'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { takeAll } from '#review/server/index.ts'
import { requests } from '../model/requests.ts'

/** Every night: requests that nobody reviews yet expire once the statement of a later year is filed (domain 7.5). Safe to run again. */
export const distributionNight: Job = {
  name: 'distribution requests overtaken by a statement',
  due: (now, zone) => lastHour(now, zone, 4),
  run: async ({ db }) => {
    const found = await sql<{ id: number }>`select r.distribution_request_id as id from distribution_request r
      where r.status_id in (1, 2) and exists (select from annual_statement s where s.property_id = r.property_id
        and s.year > r.year and s.status_id between 2 and 5)`.execute(db)
    await takeAll(
      db,
      requests,
      'expire',
      found.rows.map((one) => one.id),
    )
  },
}
