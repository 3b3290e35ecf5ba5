import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * Refuses a caller who cannot be the second person to the first: one of them created the other's account or
 * changed its rights within 30 days, directly or through others. See `kernel.is_second_person`.
 */
export async function refuseDependentPerson(context: AnyContext, firstId: number): Promise<void> {
  const result = await sql<{ second: boolean }>`
    select kernel.is_second_person(${firstId}, ${context.actor.userId}) as second`.execute(context.db)
  if (!result.rows[0]?.second)
    refuse.forbidden(
      'One of you two made the account of the other, or changed its rights, less than 30 days ago: ' +
        'another administrator confirms it.',
    )
}
