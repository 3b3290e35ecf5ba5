import type { AnyContext } from '#kernel/server/serve.ts'
import { workProof } from '#kernel/server/workProof.ts'

/**
 * Allows the rest of the transaction to read and write what opens accounts: passwords, sessions and links.
 * An injected SQL statement cannot allow this, because it lacks the proof.
 */
export async function allowSignIn({ transaction }: AnyContext): Promise<void> {
  await transaction.query('select kernel.allow_sign_in($1)', [await workProof(transaction.client)])
}
