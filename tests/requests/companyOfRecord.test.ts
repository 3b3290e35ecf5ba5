import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { permissionKeys } from '#core/people/people/model/index.ts'
import { type AnyReview, isFiledByAgency } from '#engines/review/model/index.ts'
import { months } from '#features/statements/quarterlyProgram/model/months.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { properties } from '#tests/fixture.ts'
import { seedProperty } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * Tests who may read the filed records of a property that moved from company Three to company Two. The agency
 * reads all. A company reads what it filed itself, and only reads it after the property has left. For a
 * property that it runs today, it also reads the earlier company's decided records, but not its drafts. What
 * the agency files, a company reads once it is approved.
 */
const [EARLIER, PRESENT] = [3, 2]
// Months of the quarterly program appear in no work list of the agency, but they are filed records too.
const reviews = [
  ...modules.flatMap((module) => module.reviews ?? []).map(({ kit }) => kit.review),
  months as unknown as AnyReview,
].filter(({ entity }) => 'propertyId' in entity.fields)

const recordStates = [
  { name: 'draft', status: 1, submitted: false },
  { name: 'submitted', status: 2, submitted: true },
  { name: 'under review', status: 3, submitted: true },
  { name: 'decided', status: 5, submitted: true },
  { name: 'denied', status: 6, submitted: true },
] as const
type State = (typeof recordStates)[number]

const canReadAll = () => true
const canReadFiledBy = (company: number) => (filed: number) => filed === company
const mayReadByPersona: Readonly<Record<string, (filed: number, state: State) => boolean>> = {
  'agency.admin': canReadAll,
  'agency.read': canReadAll,
  'former.user': canReadFiledBy(EARLIER),
  'former.admin': canReadFiledBy(EARLIER),
  'other.user': (filed, { status }) => filed === PRESENT || status >= 5,
  'other.admin': (filed, { status }) => filed === PRESENT || status >= 5,
  // An explicit permission for everything counts for all records (PER-13).
  'global.admin': canReadAll,
  'company.admin': () => false,
  'company.writer': () => false,
}

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
  const { owner, services } = portal
  await owner.query(`
    insert into app_user (user_id, user_name, first_name, last_name, email, is_mc_admin, management_company_id) overriding system value values
      (21, 'former.admin', 'Former', 'Admin', 'former.admin@three.example', true, 3),
      (22, 'other.admin', 'Other', 'Admin', 'other.admin@two.example', true, 2);
    insert into user_role values (21, 4), (22, 4);
    -- A former company in charge of nothing else would be told that it may not ask at all.
    insert into property (property_id, name, status_id, total_units, county_id, management_company_id) overriding system value
      values (50, 'Fir Flats', 0, 8, 1, 3);`)
  // Permissions for every module, so that those who may read reserves may read every kind of record.
  await owner.query(
    `insert into permission (user_id, property_id, key, read, write)
      select user_id, 5, added, read, write from permission p cross join unnest($1::text[]) as added
      where property_id = 5 and p.key = 'Replacement_Reserve' on conflict do nothing`,
    [permissionKeys.filter((key) => key !== 'Global_Admin')],
  )
  const { contentHash } = await services.files.put(Readable.from([Buffer.from('%PDF-1.7 Elm')]), 1000)
  await seedProperty(owner, properties.e, 'Elm', contentHash)
  // Turns off triggers, because the test moves records between companies, which no request can do.
  await owner.query('set session_replication_role = replica')
})
afterAll(() => portal.close())

/**
 * Gives the newest record of a review at Elm this state and this filing company, and attaches a document.
 * Returns its id.
 */
async function placeRecord(review: AnyReview, filed: number, { status, submitted }: State): Promise<number> {
  const { entity } = review
  const key = snakeCase(entity.key)
  const placed = await portal.owner.query<{ id: number }>(
    `update ${entity.table} set filed_company_id = $1, status_id = $2, submitted = case when $3 then now() end,
        decided = case when $2 >= 5 then now() end
      where ${key} = (select max(${key}) from ${entity.table} where property_id = $4) returning ${key} as id`,
    [filed, status, submitted, properties.e],
  )
  const { id } = placed.rows[0]!
  await portal.owner.query(
    `insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash)
      select $1::integer, $2::text, $3::integer, 'Other', 'Elm', 'elm.pdf', 'application/pdf', 100, 'elm'
      where not exists (select 1 from file where module_name = $2 and module_id = $3)`,
    [properties.e, review.module, id],
  )
  return id
}

const mayRead = (persona: string, review: AnyReview, filed: number, state: State): boolean =>
  (persona.startsWith('agency') || !isFiledByAgency(review) || state.status === 5) &&
  mayReadByPersona[persona]!(filed, state)

const cases = [EARLIER, PRESENT].flatMap((filed) =>
  recordStates.map((state) => ({
    filed,
    state,
    what: state.name,
    reviews: reviews.filter((review) => review.flow.statuses.includes(state.status)),
  })),
)

test('there are filed records of properties to test', () => {
  expect(reviews.map((review) => review.name)).toEqual(
    expect.arrayContaining(['reserve', 'suspension', 'contacts']),
  )
})

describe.each(cases)('$what, filed by company $filed', ({ filed, state, reviews }) => {
  const ids = new Map<AnyReview, number>()
  beforeAll(async () => {
    for (const review of reviews) ids.set(review, await placeRecord(review, filed, state))
  })

  describe.each(Object.keys(mayReadByPersona))('%s', (persona) => {
    const get = (path: string) => portal.ask(persona, 'GET', path)

    test.each(reviews.map((review) => ({ review, name: review.entity.label })))(
      '$name',
      async ({ review }) => {
        const id = ids.get(review)!
        const isVisible = mayRead(persona, review, filed, state)
        const path = review.calls.one.path.replace(':id', String(id))
        const { status } = await get(path)
        expect(status === 200, `${path}: ${status}`).toBe(isVisible)
        if (!isVisible) expect([403, 404]).toContain(status)
        expect((await get(review.calls.history.path.replace(':id', String(id)))).status).toBe(status)
        const { body } = await get(review.calls.list.path)
        const recordIds = Array.isArray(body) ? body.map((line) => line[review.entity.key]) : []
        expect(recordIds.includes(id)).toBe(isVisible)
      },
    )

    // A document attached to a record is visible if the record is, for people assigned to the property.
    test('the documents of records are visible if the records are', async () => {
      const { body } = await portal.ask(persona, 'POST', '/api/Files/GetList', { propertyId: properties.e })
      const files: { moduleName: string; moduleId: number }[] = Array.isArray(body) ? body : []
      const matchingReviews = reviews.filter((review) =>
        files.some((file) => file.moduleName === review.module && file.moduleId === ids.get(review)),
      )
      const visible = reviews.filter((review) => mayRead(persona, review, filed, state))
      const holdsProperty = ['other.user', 'agency.read'].includes(persona)
      if (holdsProperty) expect(matchingReviews).toEqual(visible)
      else expect(visible).toEqual(expect.arrayContaining(matchingReviews))
    })
  })
})

// Records that only follow from other records cannot be edited by anyone, so they are left out.
const writable = reviews.filter((review) => review.flow.editable.length > 0 && !isFiledByAgency(review))
describe.each(writable.map((review) => ({ review, name: review.entity.label })))(
  '$name, written',
  ({ review }) => {
    const save = async (persona: string, id: number) =>
      (
        await portal.ask(persona, 'POST', review.calls.save.path, {
          request: { [review.entity.key]: id, propertyId: properties.e },
        })
      ).status
    const [draft] = recordStates

    test('the company that the property has left can read its draft but not edit it, and the new company can do neither', async () => {
      const id = await placeRecord(review, EARLIER, draft)
      expect(await save('former.user', id)).toBe(403)
      expect([403, 404]).toContain(await save('former.admin', id))
      expect([403, 404]).toContain(await save('other.user', id))
      expect([403, 404]).toContain(await save('other.admin', id))
    })

    test('the company that filed a draft and still runs the property can edit it', async () => {
      const id = await placeRecord(review, PRESENT, draft)
      // A record without a permission of its own is edited only by administrators of the company (NAV-10).
      expect(await save('other.user', id)).toBe(typeof review.access === 'string' ? 200 : 403)
      expect(await save('other.admin', id)).toBe(200)
      expect([403, 404]).toContain(await save('former.user', id))
    })
  },
)
