import { type RawBuilder, sql } from 'kysely'
import { isAgency, mayAsAgency } from '#kernel/model/access.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AdjustmentLine } from '../model/shapes.ts'

const MAX_LINES = 500

/** SQL condition: the caller may see adjustment `j`. Only the agency sees waiting and refused ones. */
export const isVisibleAdjustmentSql = ({ actor }: AnyContext): RawBuilder<boolean> =>
  isAgency(actor) ? sql`true` : sql`j.state = 'Confirmed'`

/** Loads adjustments, waiting ones first, then the latest. The condition refers to the adjustment as `j`. */
export async function loadAdjustments(
  context: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<AdjustmentLine[]> {
  const { actor } = context
  const mayWrite = mayAsAgency(actor, 'write')
  const getNameSql = (alias: string) =>
    sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`
  const result = await sql<Omit<AdjustmentLine, 'canConfirm' | 'canRefuse'>>`
    select j.*, p.name as property_name, a.name as account_name, coalesce(${getNameSql('e')},
    'The agency') as entered_by_name,
      ${getNameSql('d')} as decided_by_name
    from reserve_adjustment j join reserve_account a using (reserve_account_id)
    join property p on p.property_id = j.property_id
    left join app_user e on e.user_id = j.entered_by left join app_user d on d.user_id = j.decided_by
    where ${condition} and ${isVisibleAdjustmentSql(context)}
    order by j.state <> 'Waiting', j.entered_at desc,
    j.reserve_adjustment_id desc limit ${MAX_LINES}`.execute(context.db)
  return result.rows.map((row) => {
    const canDecide = row.state === 'Waiting' && mayWrite
    return { ...row, canConfirm: canDecide && row.enteredBy !== actor.userId, canRefuse: canDecide }
  })
}
