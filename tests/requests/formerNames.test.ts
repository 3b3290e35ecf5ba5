import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, modules, served } from '#app/registry.ts'
import { permissionKeys } from '#core/people/people/model/index.ts'
import type { AnyReview } from '#engines/review/model/index.ts'
import { months } from '#features/statements/quarterlyProgram/model/months.ts'
import type { Call } from '#kernel/model/call.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { seedProperty } from '#tests/matrix/records.ts'
import { createFindId, getSample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * Elm Terrace left company Three on 12/31/2025 and was renamed twice afterwards. People of company Three read
 * their records under the name of that day, and never a later name.
 */
const NAME_THEN = 'Elm Terrace'
const LATER_NAMES = ['Quillon Heights', 'Quillon Court']
const LATER_WORD = 'Quillon'
const FORMER_COMPANY = 3
const people = ['former.user', 'former.admin']

const reviews = [
  ...modules.flatMap((module) => module.reviews ?? []).map(({ kit }) => kit.review),
  months as unknown as AnyReview,
].filter(({ entity }) => 'propertyId' in entity.fields)

let portal: Portal
let dry: DryPortal
let knownIds: KnownIds
const idsByReview = new Map<AnyReview, number>()

beforeAll(async () => {
  portal = await openPortal()
  const { owner, services } = portal
  await owner.query(`
    insert into app_user (user_id, user_name, first_name, last_name, email, is_mc_admin, management_company_id) overriding system value values
      (21, 'former.admin', 'Former', 'Admin', 'former.admin@three.example', true, 3);
    insert into user_role values (21, 4);
    insert into property (property_id, name, status_id, total_units, county_id, management_company_id) overriding system value
      values (50, 'Fir Flats', 0, 8, 1, 3)`)
  await owner.query(
    `insert into permission (user_id, property_id, key, read, write)
      select user_id, 5, added, read, write from permission p cross join unnest($1::text[]) as added
      where property_id = 5 and p.key = 'Replacement_Reserve' on conflict do nothing`,
    [permissionKeys.filter((key) => key !== 'Global_Admin')],
  )
  const { contentHash } = await services.files.put(Readable.from([Buffer.from('%PDF-1.7 Elm')]), 1000)
  await seedProperty(owner, properties.e, 'Elm', contentHash)
  for (const name of LATER_NAMES)
    await owner.query('update property set name = $1 where property_id = $2', [name, properties.e])
  await owner.query('set session_replication_role = replica')
  for (const review of reviews) idsByReview.set(review, await fileByFormerCompany(review))
  await owner.query('set session_replication_role = origin')
  knownIds = await loadKnownIds(owner, entities, properties.e)
  dry = await openDryPortal(portal, served)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

/**
 * Makes the newest record of a review at Elm Terrace one that the former company filed, and returns its id.
 */
async function fileByFormerCompany({ entity, flow }: AnyReview): Promise<number> {
  const key = snakeCase(entity.key)
  const status = flow.statuses.includes(RequestStatus.APPROVED)
    ? RequestStatus.APPROVED
    : RequestStatus.SUBMITTED
  const { rows } = await portal.owner.query<{ id: number }>(
    `update ${entity.table} set filed_company_id = $1, status_id = $3, submitted = now(),
        decided = case when $3 = 5 then now() end
      where ${key} = (select max(${key}) from ${entity.table} where property_id = $2) returning ${key} as id`,
    [FORMER_COMPANY, properties.e, status],
  )
  return rows[0]!.id
}

describe.each(people)('RIGHTS what %s reads of a property that was renamed after it left', (persona) => {
  test.each(reviews.map((review) => ({ name: review.entity.label, review })))(
    '$name: its list, detail and history have the name of the last day',
    async ({ review }) => {
      const id = idsByReview.get(review)!
      const list = await portal.ask(persona, 'GET', review.calls.list.path)
      const line = (list.body as Record<string, unknown>[]).find((item) => item[review.entity.key] === id)
      expect(line).toMatchObject({ subject: NAME_THEN })
      const detail = await portal.ask(persona, 'GET', review.calls.one.path.replace(':id', String(id)))
      expect(detail.body).toMatchObject({ subject: NAME_THEN })
      const history = await portal.ask(persona, 'GET', review.calls.history.path.replace(':id', String(id)))
      for (const { body } of [list, detail, history]) expect(JSON.stringify(body)).not.toContain(LATER_WORD)
    },
  )

  test('no call that reads answers with a later name', { timeout: 120_000 }, async () => {
    const leaks: string[] = []
    for (const call of calls.filter(isReading)) {
      const findId = createFindId(call, calls, entities, knownIds, properties.e, findRecordId(call.path))
      const { body } = await dry.ask(persona, call, getSample(call, findId))
      if (JSON.stringify(body)?.includes(LATER_WORD)) leaks.push(`${call.method} ${call.path}`)
    }
    expect(leaks).toEqual([])
  })

  test('a search answers with no later name', async () => {
    expect(await search(persona, LATER_WORD)).not.toContain(LATER_WORD)
    for (const [{ prefix }, id] of idsByReview)
      expect(await search(persona, `${prefix}-${id}`)).not.toContain(LATER_WORD)
  })
})

/** The search's answer as text. */
const search = async (persona: string, words: string): Promise<string> =>
  JSON.stringify((await portal.ask(persona, 'GET', `/api/Search?text=${words}`)).body)

test('a search finds a record by its number, with the name of the last day', async () => {
  expect(await search('former.user', `R-${findReserveId()}`)).toContain(NAME_THEN)
})

/** The id of the replacement reserve request. */
const findReserveId = (): number =>
  [...idsByReview].flatMap(([{ name }, id]) => (name === 'reserve' ? [id] : []))[0]!

/** Whether a call only reads, as its method or name says. */
const isReading = ({ method, path }: Call): boolean => method === 'GET' || /Query|Get|List|Search/.test(path)

/** The record of the review to which a call belongs. */
const findRecordId = (path: string): number | undefined =>
  [...idsByReview].flatMap(
    ([
      {
        calls: { one },
      },
      id,
    ]) => (path.split('/')[2] === one.path.split('/')[2] ? [id] : []),
  )[0]

test('the agency and the present company read the present name', async () => {
  const path = `/api/ReplacementReserve/GetRequest/${findReserveId()}`
  for (const persona of ['agency.admin', 'other.user'])
    expect((await portal.ask(persona, 'GET', path)).body).toMatchObject({ subject: LATER_NAMES.at(-1) })
})

test('a former name entered by hand counts where the portal saw no renaming', async () => {
  const read = async () =>
    (await portal.owner.query(`select kernel.property_name_on(${properties.d}, date '2019-06-30') as name`))
      .rows[0]
  expect(await read()).toEqual({ name: 'Dogwood Manor' })
  await portal.owner.query(
    `insert into property_former_name (property_id, kind, name, until_day) values
      (${properties.d}, 'Name', 'Oldest', '2010-01-01'), (${properties.d}, 'Name', 'Old', '2020-01-01'),
      (${properties.d}, 'Number', '11-111', '2019-12-31')`,
  )
  expect(await read()).toEqual({ name: 'Old' })
})

test('a mail and a letter about a record of the former company have the name of its last day', async () => {
  const id = findReserveId()
  await portal.owner.query(
    `update replacement_reserve_request set status_id = 4, decided = null, submitted_by_id = 11, created_by = 11
      where replacement_reserve_request_id = $1`,
    [id],
  )
  const reply = await portal.ask('agency.manager', 'POST', '/api/ReplacementReserve/Steps/deny', {
    id,
    reason: 'The work was paid before.',
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const { rows } = await portal.owner.query<{ source: string; text: string }>(
    `select 'mail' as source, row_to_json(o)::text as text from outbox o where row_id = $1
      union all select 'letter', data::text from letter where row_id = $1 and kind = 'denial'`,
    [id],
  )
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['mail', 'letter']))
  for (const { text } of rows) {
    expect(text).toContain(NAME_THEN)
    expect(text).not.toContain(LATER_WORD)
  }
  expect(rows.find(({ source }) => source === 'letter')?.text).toContain('Test Company Three')
})
