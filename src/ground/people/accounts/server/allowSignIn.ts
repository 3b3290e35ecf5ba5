import type { AnyContext } from '#kernel/server/serve.ts'
import { workProof } from '#kernel/server/workProof.ts'

/**
 * From here on the transaction reads and makes what opens accounts: passwords, sessions, links. A statement
 * that a request was brought to run cannot: it has no proof.
 */
export async function allowSignIn({ transaction }: AnyContext): Promise<void> {
  await transaction.query('select kernel.allow_sign_in($1)', [await workProof(transaction.client)])
}
