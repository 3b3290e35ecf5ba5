import { type RawBuilder, sql } from 'kysely'
import { isAgency, mayAsAgency } from '#kernel/model/access.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AdjustmentLine } from '../model/shapes.ts'

const MOST = 500

/**
 * SQL: the adjustments `j` that the caller may see; undecided and refused ones are visible to the agency
 * alone.
 */
export const knownAdjustments = ({ actor }: AnyContext): RawBuilder<boolean> =>
  isAgency(actor) ? sql`true` : sql`j.state = 'Confirmed'`

/** Adjustments `j`, those that wait first, then the latest. */
export async function loadAdjustments(
  context: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<AdjustmentLine[]> {
  const { actor } = context
  const writer = mayAsAgency(actor, 'write')
  const person = (alias: string) =>
    sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`
  const result = await sql<Omit<AdjustmentLine, 'canConfirm' | 'canRefuse'>>`
    select j.*, p.name as property_name, a.name as account_name, coalesce(${person('e')},
    'The agency') as entered_by_name,
      ${person('d')} as decided_by_name
    from reserve_adjustment j join reserve_account a using (reserve_account_id)
    join property p on p.property_id = j.property_id
    left join app_user e on e.user_id = j.entered_by left join app_user d on d.user_id = j.decided_by
    where ${condition} and ${knownAdjustments(context)} order by j.state <> 'Waiting', j.entered_at desc,
    j.reserve_adjustment_id desc limit ${MOST}`.execute(context.db)
  return result.rows.map((row) => {
    const waits = row.state === 'Waiting' && writer
    return { ...row, canConfirm: waits && row.enteredBy !== actor.userId, canRefuse: waits }
  })
}
