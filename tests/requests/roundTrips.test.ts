import { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { RequestClient } from '#kernel/server/connection.ts'
import { asSystem } from '#kernel/server/database.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** What leaves a socket as one piece; a corked socket writes many messages with one call. */
const pieces = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')]

let portal: Portal
let pool: ReturnType<typeof openPool>
let app: Awaited<ReturnType<typeof buildApp>>
let authorization: string
/** The socket of the only database connection. */
let stream: Socket
beforeAll(async () => {
  portal = await openPortal()
  pool = openPool(portal.connectionString, 1)
  pool.on('connect', (client) => {
    if (client instanceof RequestClient) stream = client.socket
  })
  app = await buildApp(served, pool, portal.services, null)
  authorization = `Bearer ${await portal.tokenOf('agency.admin')}`
})
afterAll(async () => {
  for (const piece of pieces) piece.mockRestore()
  await app.close()
  await pool.end()
  await portal.close()
})

/**
 * Counts how often a request writes to the database, after its statements are prepared. No other request runs
 * at the same time.
 */
async function countRoundTrips(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  getBody: (turn: number) => object | undefined,
) {
  let count = 0
  for (let turn = 0; turn < 2; turn += 1) {
    for (const piece of pieces) piece.mockClear()
    const payload = getBody(turn)
    const reply = await app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
    expect(reply.statusCode, reply.body).toBe(200)
    count = pieces.flatMap((piece) => piece.mock.contexts).filter((socket) => socket === stream).length
  }
  return count
}

test('a read takes one database round trip and a change two, because locking and committing travel with other statements', async () => {
  expect(await countRoundTrips('GET', '/api/projects/1', () => undefined)).toBe(1)
  const company = { managementCompanyId: 1 }
  expect(
    await countRoundTrips('PUT', '/api/ManagementCompany', (turn) => ({
      ...company,
      phone: `573-555-010${turn}`,
    })),
  ).toBe(2)
  const comment = (turn: number) => ({ propertyId: 1, comment: `Seen ${turn}` })
  expect(await countRoundTrips('POST', '/api/projects/CreateProjectComment', comment)).toBe(2)
  const result = await portal.owner.query(
    `select comment from property_comment where comment like 'Seen %' order by 1`,
  )
  expect(result.rows.map((row) => row.comment)).toEqual(['Seen 0', 'Seen 1'])
})

test('a request that is refused after its row was locked stores nothing, and the connection stays usable', async () => {
  const putCompany = (payload: object) =>
    app.inject({ method: 'PUT', url: '/api/ManagementCompany', headers: { authorization }, payload })
  const before = await portal.owner.query('select * from management_company where management_company_id = 1')
  expect((await putCompany({ managementCompanyId: 1, name: null })).statusCode).toBe(400)
  expect((await putCompany({ managementCompanyId: 999_999, phone: '573-555-0109' })).statusCode).toBe(404)
  const reader = `Bearer ${await portal.tokenOf('agency.read')}`
  const refused = await app.inject({
    method: 'PUT',
    url: '/api/ManagementCompany',
    headers: { authorization: reader },
    payload: { managementCompanyId: 1, phone: '573-555-0109' },
  })
  expect(refused.statusCode).toBe(403)
  expect(
    (await portal.owner.query('select * from management_company where management_company_id = 1')).rows,
  ).toEqual(before.rows)
  expect((await putCompany({ managementCompanyId: 1, phone: '573-555-0110' })).statusCode).toBe(200)
})

test('the same SQL text run directly and through Kysely gets its own column names each time', async () => {
  const text = 'select property_id from property where property_id = 1'
  const results = await asSystem(pool, 'test', async (transaction) => {
    const matches: unknown[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      matches.push((await transaction.query(text)).rows, (await sql.raw(text).execute(transaction.db)).rows)
    }
    return matches
  })
  expect(results).toEqual(Array.from({ length: 3 }, () => [[{ property_id: 1 }], [{ propertyId: 1 }]]).flat())
})
