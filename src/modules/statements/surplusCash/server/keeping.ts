import { sql } from 'kysely'
import type { ToDoSource } from '#ground/portfolio/tasks/server/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { facts, type StatementRow } from '#modules/statements/annualStatement/model/index.ts'
import { partCodes } from '../model/form.ts'
import { differenceSince, type KeptComputation, keptOf } from '../model/kept.ts'
import { viewOf } from './computation.ts'
import { type Found, findAccepted, findAll } from './facts.ts'

/** Stores what statements keep of their computations, as these are reckoned now. One statement. */
async function store(context: AnyContext, accepted: readonly Found[]): Promise<void> {
  const rows = await Promise.all(
    accepted.map(async (found) => ({
      ...{ afs_id: found.statement.afsId, property_id: found.statement.propertyId },
      seen: keptOf(await viewOf(context, found)),
    })),
  )
  if (rows.length === 0) return
  await sql`insert into computation_of_distributions as c (afs_id, property_id, seen)
    select d.afs_id, d.property_id, d.seen from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (afs_id integer, property_id integer, seen jsonb)
    on conflict (afs_id) do update set seen = excluded.seen, since = null`.execute(context.db)
}

/** Keeps the computation that a statement was accepted on; one that is open again is reckoned anew. */
export async function keepComputation(
  context: AnyContext,
  row: Pick<StatementRow, 'afsId' | 'statusId'>,
): Promise<void> {
  if (row.statusId === RequestStatus.APPROVED) return store(context, [await findAll(context, row.afsId)])
  await sql`update computation_of_distributions set seen = null, since = null where afs_id = ${row.afsId} and seen is not null`.execute(
    context.db,
  )
}

/**
 * Does what moves rights from a year on: the accepted statements from then on keep the figures they were accepted on, and
 * what these would be now stands beside them.
 */
export async function movingRights<Result>(
  context: AnyContext,
  propertyId: number,
  fromYear: number,
  work: () => Promise<Result>,
): Promise<Result> {
  await keepAccepted(context, propertyId, fromYear)
  const result = await work()
  await compareAccepted(context, propertyId, fromYear)
  return result
}

/** Keeps what accepted statements from a year on show, as far as nothing is kept of them. */
export async function keepAccepted(context: AnyContext, propertyId: number, fromYear: number): Promise<void> {
  const accepted = await findAccepted(context, propertyId, fromYear)
  await store(
    context,
    accepted.filter(({ computation }) => !computation?.seen),
  )
}

/** Writes beside what accepted statements keep what they would come to today. */
export async function compareAccepted(context: AnyContext, propertyId: number, fromYear: number): Promise<void> {
  const accepted = await findAccepted(context, propertyId, fromYear)
  const rows = await Promise.all(
    accepted.map(async (found) => ({
      afs_id: found.statement.afsId,
      since: differenceSince(found.computation?.seen as KeptComputation, await viewOf(context, found)),
    })),
  )
  if (rows.length === 0) return
  await sql`update computation_of_distributions c set since = nullif(d.since, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (afs_id integer, since jsonb)
    where c.afs_id = d.afs_id and c.since is distinct from nullif(d.since, 'null')`.execute(context.db)
}

const dollars = (code: string, column: string) =>
  sql`to_char((c.${sql.raw(column)} ->> ${sql.lit(code)})::numeric, 'FM$999,999,999,990.00')`
const differing = sql.join(
  partCodes.map(
    (code) => sql`case when (c.seen ->> ${sql.lit(code)})::numeric <> (c.since ->> ${sql.lit(code)})::numeric
      then concat(${sql.lit(code.toUpperCase())}, ' ', ${dollars(code, 'seen')}, ', today ', ${dollars(code, 'since')}) end`,
  ),
)

/** Accepted statements whose rights would be others today, with what was approved on them (domain 47.5). */
export const acceptedOnOthers: ToDoSource = {
  kind: 'surplusCash.since',
  label: 'Accepted on figures that were undone',
  waitsFor: 'agency',
  rows: () => sql`
    select a.afs_id, a.property_id, null::integer, ${facts.permission}::text,
      left(concat_ws('; ', concat('FS-', a.afs_id, ' of ', a.year, ' was accepted on figures that were undone: ', concat_ws('; ', ${differing})),
        (select string_agg(concat('DR-', r.distribution_request_id, ' approved, ', to_char(r.approved_amount, 'FM$999,999,999,990.00')), '; ')
          from distribution_request r where r.afs_id = a.afs_id and r.status_id = ${sqlStatus.APPROVED})), 400),
      null::date, a.decided, concat('/afs/view/', a.year, '/', a.property_id)
    from computation_of_distributions c join annual_statement a using (afs_id)
    where c.since is not null and a.status_id = ${sqlStatus.APPROVED}`,
}
