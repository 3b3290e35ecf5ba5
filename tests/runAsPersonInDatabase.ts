import pg from 'pg'
import { tokenHash } from '#kernel/server/auth.ts'
import { applicationAddress } from '#kernel/server/postgres/role.ts'
import type { Portal } from '#tests/portal.ts'

/**
 * Runs SQL as a person: on a connection with the database role of requests, set up as a writing call sets it
 * up for this person. Everything is rolled back. Tests use it to see which rows a person can reach by any
 * SQL.
 */
export async function runAsPersonInDatabase<T>(
  portal: Portal,
  persona: string,
  run: (client: pg.Client) => Promise<T>,
  key: string | null = null,
): Promise<T> {
  const token = tokenHash(await portal.tokenOf(persona))
  const client = new pg.Client({ connectionString: applicationAddress(portal.connectionString) })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select kernel.enter($1, $2, true, 'POST /api/test', 'test')`, [token, key])
    return await run(client)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}
