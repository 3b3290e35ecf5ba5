import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * Refuses whoever was made an administrator by the first person within 30 days, himself or by way of others: one person
 * alone must not make the second. Also is made who was let in again or given another address; see `kernel.is_second_person`.
 */
export async function refuseMade(context: AnyContext, firstId: number): Promise<void> {
  const found = await sql<{ second: boolean }>`
    select kernel.is_second_person(${firstId}, ${context.actor.userId}) as second`.execute(context.db)
  if (!found.rows[0]?.second)
    refuse.forbidden(
      'Who proposed this made you an administrator, or changed your account, less than 30 days ago: another administrator confirms it.',
    )
}
