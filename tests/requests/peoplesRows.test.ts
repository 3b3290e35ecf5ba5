import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { buildServer } from '#kernel/server/http.ts'
import { serve } from '#kernel/server/serve.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'

/**
 * Tests row-level security of tables that belong to no property: the rows that each person would see if a
 * query had no WHERE clause.
 */
let portal: Portal
let app: FastifyInstance
let probeQuery = ''

beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`
    insert into session (user_id) select user_id from app_user;
    insert into login_attempt (user_name, address, succeeded) select user_name, '192.0.2.1', false from app_user;
    insert into contact (contact_id, name) overriding system value values (11, 'Nobody’s'), (12, 'Of Two');
    insert into management_company_contact (management_company_id, contact_id, contact_type_id) values (2, 12, 6);
    insert into vendor (vendor_id, name, active, new_vendor, requested_by) overriding system value values (11, 'Asked for by One', false, true, 5);
    insert into outbox (event, recipients, subject, body_text) values ('test', '[]', 'test', 'test');
    insert into status_history (entity, row_id, to_status_id, action) values ('ManagementCompany', 1, 1, 'test'), ('ManagementCompany', 2, 1, 'test'), ('Unknown', 1, 1, 'test')`)
  const probe = call({
    method: 'GET',
    path: '/probe',
    access: signedIn,
    answer: z.unknown(),
    summary: 'Probe',
  })
  const handler = serve(
    probe,
    async ({ transaction }) => (await transaction.query<{ ids: number[] }>(probeQuery)).rows[0]!.ids,
  )
  app = await buildServer([handler], portal.pool, portal.services)
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

async function loadVisibleIds(persona: string, fromClause: string, idExpression: string): Promise<unknown> {
  const credentials = { userName: persona, password: 'correct horse battery' }
  const reply = await portal.ask('anonymous', 'POST', '/api/users/authenticate', credentials)
  probeQuery = `select array(select distinct ${idExpression} from ${fromClause} order by 1) as ids`
  const { token } = reply.body as { token: string }
  return (await app.inject({ url: '/probe', headers: { authorization: `Bearer ${token}` } })).json()
}

const idsOfOne = [4, 5, 6]
const idsOfTwo = [7, 8]
test.each([
  ['permission', 'user_id', [5, 6], idsOfTwo],
  ['user_property', 'user_id', [5, 6], [7]],
  ['user_role where role_id > 2', 'user_id', idsOfOne, idsOfTwo],
  ['session', 'user_id', idsOfOne, idsOfTwo],
  [
    "login_attempt where address = '192.0.2.1'",
    'user_name',
    ['company.admin', 'company.reader', 'company.writer'],
    ['global.admin', 'other.user'],
  ],
  ['management_company_user', 'user_id', idsOfOne, idsOfTwo],
  ['vendor where vendor_id > 10', 'vendor_id', [11], []],
  ["status_history where action = 'test'", 'row_id', [1], [2]],
  ['outbox', 'subject', [], []],
])(
  "%s: a company's user sees the rows of the own company's people, and the agency sees all",
  async (from, id, item, two) => {
    expect(await loadVisibleIds('company.reader', from, id)).toEqual(item)
    expect(await loadVisibleIds('other.user', from, id)).toEqual(two)
    const all = await portal.owner.query<{ ids: unknown[] }>(
      `select array(select distinct ${id} from ${from} order by 1) as ids`,
    )
    expect(await loadVisibleIds('agency.read', from, id)).toEqual(all.rows[0]!.ids)
  },
)

test('a contact is visible to the companies of the properties and companies that name it', async () => {
  expect(await loadVisibleIds('company.reader', 'contact', 'contact_id')).toEqual([1, 2, 3])
  expect(await loadVisibleIds('other.user', 'contact', 'contact_id')).toEqual([12])
  expect(await loadVisibleIds('agency.read', 'contact', 'contact_id')).toEqual([1, 2, 3, 11, 12])
})

test("a company's user cannot write such rows for another person", async () => {
  for (const change of [
    "insert into permission (user_id, property_id, key, read) values (6, 4, 'AFS', true) returning array[1] as ids",
    'insert into user_role values (6, 1) returning array[1] as ids',
    "insert into vendor (name) values ('Mine') returning array[1] as ids",
  ])
    await expect(
      runAsPersonInDatabase(portal, 'company.reader', (client) => client.query(change)),
      change,
    ).rejects.toMatchObject({ code: '42501' })
})
