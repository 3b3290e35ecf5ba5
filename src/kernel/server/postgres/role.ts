import { createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { proveBy } from '#kernel/server/workProof.ts'
import { poolAt } from './pool.ts'

/** The name migrations write for the role of requests; see {@link applicationRole}. */
export const DEFAULT_ROLE = 'rooftree_app'

/**
 * The role requests log in as, neither superuser nor owner nor member of any other; made by the migrations'
 * runner. Roles belong to the whole server: where databases of several owners share one, each names its own
 * as `DATABASE_APP_ROLE`.
 *
 * @throws Error when that is no plain name: small letters, digits and `_`, 63 at most.
 */
export function applicationRole(): string {
  const name = process.env.DATABASE_APP_ROLE || DEFAULT_ROLE
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(name)) return name
  throw new Error(
    `DATABASE_APP_ROLE is a name of small letters, digits and "_", 63 characters at most: "${name}" is none.`,
  )
}

/**
 * The address under which that role logs in. Its password is `DATABASE_APP_PASSWORD`, or derived from the
 * owner's, which cannot be found out from it; none where the owner has none either.
 */
export function applicationAddress(ownerAddress: string): string {
  const { password, host, port, database } = new pg.Client({ connectionString: ownerAddress })
  const rolePassword = process.env.DATABASE_APP_PASSWORD ?? (password && derived(password))
  const uRLSearchParams = new URLSearchParams(ownerAddress.split('?')[1])
  uRLSearchParams.set('host', host)
  for (const name of ['user', 'password']) uRLSearchParams.delete(name)
  return `postgresql://${applicationRole()}:${encodeURIComponent(rolePassword ?? '')}@localhost:${port}/${encodeURIComponent(database ?? '')}?${uRLSearchParams}`
}
const derived = (password: string): string =>
  createHmac('sha256', password).update(applicationRole()).digest('base64url')

/**
 * Opens the pool of request connections to the database of this owner's address. `max` bounds concurrent
 * transactions: more of them than processors can serve only take one another's caches.
 */
export function openPool(ownerAddress: string, max = Math.max(8, 4 * availableParallelism())): pg.Pool {
  const pool = poolAt(applicationAddress(ownerAddress), max)
  let reading: Promise<string> | undefined
  const proof = () => {
    reading ??= readWorkProof(ownerAddress).catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }
  pool.on('connect', (client) => proveBy(client, proof))
  return pool
}

/** The proof of the portal's own work, which the owner alone reads. */
async function readWorkProof(ownerAddress: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerAddress, connectionTimeoutMillis: 10_000 })
  // A connection that is lost meanwhile fails the query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ proof: string }>(
      'select work_proof as proof from kernel.caller_secret',
    )
    return rows[0]!.proof
  } finally {
    await client.end()
  }
}
