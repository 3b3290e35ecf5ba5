import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities } from '#app/registry.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

type Values = Record<string, unknown>

/** The entity and the path of every controller whose records can be read and changed by generic calls. */
const controllers = entities.flatMap((entity) => {
  const change = calls.find(({ method, body }) => method === 'PUT' && body === entity.input)
  const read = change && calls.find(({ method, path }) => method === 'GET' && path === `${change.path}/:id`)
  return read ? [{ name: entity.name, entity, path: change.path }] : []
})

/** People who together may write most records, including records that belong to a person. */
const people = ['agency.admin', 'agency.write', 'company.admin', 'company.writer', 'other.user']
const MAX_ROWS = 6

/** Entities whose records no PUT may change: only steps change them, or nothing does. */
const frozenEntities = [
  'InspectionUnit',
  'InspectionFinding',
  'WatchListHistory',
  'Certification',
  'TCAPQuarter',
]

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  // Adds rows of some tables that the seeders leave empty.
  await portal.owner.query(
    `insert into signer (name) values ('Ann Lee') on conflict do nothing;
     insert into email (subject, message, who, created_by) values ('News', '<p>News</p>', '{}', 1);
     insert into reserve_authority (position, federal_type_id, approver) select 90, min(federal_type_id), 'Manager' from federal_type
       on conflict do nothing;
     update annual_statement set status_id = 3 where afs_id = (select min(afs_id) from afs_report_card where archived_at is null)`,
  )
})
afterAll(() => portal.close())

const loadIds = async ({ table, key }: AnyEntity): Promise<number[]> =>
  (
    await portal.owner.query<{ id: number }>(
      `select ${snakeCase(key)} as id from ${table} order by 1 desc limit ${MAX_ROWS}`,
    )
  ).rows.map(({ id }) => id)

/** Reads a record as its controller answers it: by its id, or from the list. */
async function readOne(person: string, path: string, { key }: AnyEntity, id: number): Promise<Values | null> {
  const reply = await portal.ask(person, 'GET', `${path}/${id}`)
  if (reply.status === 200 && !Array.isArray(reply.body)) return reply.body as Values
  const list = await portal.ask(person, 'GET', path)
  return Array.isArray(list.body) ? (list.body.find((row: Values) => row[key] === id) ?? null) : null
}

/**
 * Reads records through a controller, sends each back with PUT as the person who read it, and returns the
 * replies.
 */
async function sendBack(path: string, entity: AnyEntity, keyName: string): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const id of await loadIds(entity)) {
    for (const person of people) {
      const record = await readOne(person, path, entity, id)
      if (!record) continue
      const { [entity.key]: key, ...remaining } = record
      const reply = await portal.ask(person, 'PUT', path, { ...remaining, [keyName]: key })
      replies.push(reply)
      if (reply.status === 200) return replies
    }
  }
  return replies
}

test('the test covers more than a hundred controllers', () => {
  expect(controllers.length).toBeGreaterThan(100)
})

describe.each(controllers)('client 5: $name', ({ entity, path, name }) => {
  test.each([
    ['with the key as it was answered', entity.key],
    ['with the key under its documented name', entity.key.replace(/Id$/, '_Id')],
  ])('PUT accepts the answer of GET, %s', async (_, keyName) => {
    const replies = await sendBack(path, entity, keyName)
    expect(replies.length).toBeGreaterThan(0)
    const refusals = replies.map(({ status, body }) => `${status} ${(body as { message?: string }).message}`)
    if (frozenEntities.includes(name))
      expect(
        replies.every(({ status }) => [403, 409].includes(status)),
        refusals.join(),
      ).toBe(true)
    else
      expect(
        replies.some(({ status }) => status === 200),
        refusals.join('\n'),
      ).toBe(true)
    expect(replies.filter(({ status }) => [400, 422, 500].includes(status)).map(({ body }) => body)).toEqual(
      [],
    )
  })
})
