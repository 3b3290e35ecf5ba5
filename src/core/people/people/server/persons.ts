import { type Access, type Actor, mayCall } from '#kernel/model/access.ts'
import type { Transaction } from '#kernel/server/database.ts'
import type { AnyContext, Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { workProof } from '#kernel/server/workProof.ts'

/** The transaction, services and call of background work that the portal does itself. */
export type WorkerContext = { transaction: Transaction; services: Services; call: string }

/**
 * Gives the transaction the portal's own identity: every property, no person, and the usual query planning.
 */
export const enterWorker = async ({ transaction, call }: WorkerContext) =>
  transaction.query(`select kernel.enter_worker($1, $2), set_config('enable_nestloop', 'on', true)`, [
    ...[await workProof(transaction.client), call],
  ])

/**
 * Does work that only reads, with the current rights of a person who could make a call with this access.
 * Returns null if the person may not or is not active.
 */
export async function runAsPerson<T>(
  desk: WorkerContext,
  userId: number,
  access: Access,
  work: (context: AnyContext) => Promise<T>,
): Promise<T | null> {
  const { transaction, services, call } = desk
  const result = await transaction.query<{ actor: Actor | null }>(
    'select kernel.enter_as($1, $2, $3) as actor',
    [...[userId, access.kind === 'permission' ? access.key : null, call]],
  )
  const person = result.rows[0]!.actor
  // The work only reads, so the relations that rule out a second person are not loaded.
  const actor = person && { ...person, tiedTo: [] }
  const callAsActor = async () => {
    if (!actor || mayCall(actor, access) !== 'yes') return null
    return work({
      db: transaction.db,
      transaction,
      actor,
      services,
      uploads: [],
      settings: new Settings(transaction, services),
      request: { id: call, address: '', agent: '' },
    })
  }
  try {
    return await callAsActor()
  } finally {
    // After a failed statement no query works, but the rollback restores the earlier identity.
    await enterWorker(desk).catch(() => undefined)
  }
}

/**
 * Does work in a savepoint, so that its failure leaves the rest of the transaction intact. Returns the
 * error of failed work.
 */
export async function runInSavepoint<T>(
  { transaction }: WorkerContext,
  work: () => Promise<T>,
): Promise<T | Error> {
  await transaction.query('savepoint apart')
  try {
    const result = await work()
    await transaction.query('release savepoint apart')
    return result
  } catch (error) {
    // If the connection is lost, this fails as well, and all of the work is tried again.
    await transaction.query('rollback to savepoint apart')
    return error instanceof Error ? error : new Error(String(error))
  }
}
