import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities } from '#app/registry.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

type Values = Record<string, unknown>

/** Every controller whose records are read and changed by the generic calls: its entity and its path. */
const controllers = entities.flatMap((entity) => {
  const change = calls.find(({ method, body }) => method === 'PUT' && body === entity.input)
  const read = change && calls.find(({ method, path }) => method === 'GET' && path === `${change.path}/:id`)
  return read ? [{ name: entity.name, entity, path: change.path }] : []
})

/** Whoever may write most, and those to whom what is a person's own belongs. */
const people = ['agency.admin', 'agency.write', 'company.admin', 'company.writer', 'other.user']
const MOST_ROWS = 6

/** Records that stand as they are for everybody: only steps change them, or nothing does. */
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
  // Of what the agency lists for itself and mails nobody has a row yet.
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
      `select ${snakeCase(key)} as id from ${table} order by 1 desc limit ${MOST_ROWS}`,
    )
  ).rows.map(({ id }) => id)

/** A record as the controller answers it: one by its id, of a list the one with that id. */
async function readOne(person: string, path: string, { key }: AnyEntity, id: number): Promise<Values | null> {
  const reply = await portal.ask(person, 'GET', `${path}/${id}`)
  if (reply.status === 200 && !Array.isArray(reply.body)) return reply.body as Values
  const list = await portal.ask(person, 'GET', path)
  return Array.isArray(list.body) ? (list.body.find((row: Values) => row[key] === id) ?? null) : null
}

/** What the PUT says to records that were read by this controller, each sent back by whoever read it. */
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

test('client 5: these are all controllers with records', () => {
  expect(controllers.length).toBeGreaterThan(100)
})

describe.each(controllers)('client 5: $name', ({ entity, path, name }) => {
  test.each([
    ['as it was answered', entity.key],
    ['under the documents’ name of its key', entity.key.replace(/Id$/, '_Id')],
  ])('PUT takes what GET answered, %s', async (_, keyName) => {
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
