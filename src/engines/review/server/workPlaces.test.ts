import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { spreadOverStatuses } from '#tests/matrix/spread.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { openPath } from '../model/review.ts'
import type { WorkLine } from '../model/work.ts'

const reviews = modules.flatMap((module) => module.reviews ?? []).map(({ kit }) => kit.review)
const path = '/api/Work'
const WRITE = 2

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  await seedMore(portal, 3)
  await spreadOverStatuses(portal)
})
afterAll(() => portal.close())

test('every line of the work list links to the screen of its record', async () => {
  const wrong: string[] = []
  const properties = new Set<number>()
  const { rows } = (await portal.ask('agency.write', 'GET', `${path}/GetOpen`)).body as { rows: WorkLine[] }
  for (const review of reviews) {
    const { table } = review.entity
    const result = await portal.owner.query(
      `select to_jsonb(r) as row from ${table} r where status_id in (2, 3, 4)`,
    )
    for (const { row } of result.rows as { row: Record<string, unknown> }[]) {
      const recordValues = Object.fromEntries(
        Object.keys(review.entity.fields).map((name) => [name, row[snakeCase(name)]]),
      )
      const to = openPath(review, recordValues)
      const id = recordValues[review.entity.key]
      if (
        rows.find((row) => row.kind === review.name && row.id === id)?.to !== to ||
        /\/(0|undefined)(\/|$)/.test(to)
      )
        wrong.push(`${review.name} ${id}: ${to}`)
      if (recordValues.propertyId) properties.add(Number(recordValues.propertyId))
    }
  }
  expect(wrong).toEqual([])
  // The lists of a property and of decisions have complete links, too.
  const propertyReplies = await Promise.all(
    [...properties].map((id) => portal.ask('agency.read', 'GET', `${path}/GetOpenAtProperty/${id}`)),
  )
  const decided = (await portal.ask('agency.read', 'GET', `${path}/GetDecided`)).body as {
    rows: { to: string }[]
  }
  const links = [
    ...propertyReplies.flatMap(({ body }) => (body as { rows: { to: string }[] }).rows),
    ...decided.rows,
  ]
  expect(links.length).toBeGreaterThan(reviews.length)
  expect(links.filter(({ to }) => /\/0(\/|$)/.test(to))).toEqual([])
})

test('a property lists the open records of every kind that the caller may read, and shows the analyst only to the agency', async () => {
  const askOpen = (persona: string, propertyId: number) =>
    portal.ask(persona, 'GET', `${path}/GetOpenAtProperty/${propertyId}`)
  const loadRows = async (persona: string) =>
    (
      (await askOpen(persona, 1)).body as {
        rows: { kindLabel: string; to: string; reviewerName: string | null }[]
      }
    ).rows
  const expected: string[] = []
  for (const { entity } of reviews) {
    if (!('propertyId' in entity.fields)) continue
    await portal.owner.query(`update ${entity.table} set reviewer_id = ${WRITE} where property_id = 1`)
    const result = await portal.owner.query(
      `select 1 from ${entity.table} where property_id = 1 and status_id in (2, 3, 4)`,
    )
    expected.push(...result.rows.map(() => entity.label))
  }
  const rows = await loadRows('agency.read')
  expect(rows.map((row) => row.kindLabel).sort()).toEqual(expected.sort())
  expect(new Set(rows.map((row) => row.kindLabel)).size).toBeGreaterThan(2)
  expect(rows.every((row) => row.reviewerName === 'Agency Write')).toBe(true)
  // A company user with permission only for reserves sees no extension requests, and no analyst.
  const mine = await loadRows('company.reader')
  expect(mine.map((row) => row.kindLabel)).toContain('Replacement reserve request')
  expect(mine.map((row) => row.kindLabel)).not.toContain('Extension request')
  expect(mine.every((row) => row.reviewerName === null)).toBe(true)
  expect((await askOpen('other.user', 1)).status).toBe(404)
})

test('the latest steps of a property’s records are listed newest first, for companies only those they may read', async () => {
  await portal.owner.query(`insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, user_id, at)
    select 'ExtensionRequest', min(extension_request_id), 1, 1, 2, 'submit', 5, '2031-11-20T18:00:00Z'::timestamptz from extension_request where property_id = 1
    union all select 'ReplacementReserveRequest', min(replacement_reserve_request_id), 1, 1, 2, 'submit', 5, '2031-11-21T18:00:00Z' from replacement_reserve_request where property_id = 1
    union all (select 'ReplacementReserveRequest', replacement_reserve_request_id, property_id, 1, 2, 'submit', 5, '2031-11-22T18:00:00Z'
      from replacement_reserve_request where property_id <> 1 limit 1)`)
  type Step = { at: string; number: string; to: string; done: string; userName: string }
  const loadSteps = async (persona: string) =>
    ((await portal.ask(persona, 'GET', '/api/projects/GetFiledSteps/1')).body as Step[]).map(
      ({ number, done, userName, at }) => `${at.slice(0, 10)} ${number} ${done} ${userName}`,
    )
  const reserve = expect.stringMatching(/^2031-11-21 R-\d+ Submitted Company Writer$/)
  const extension = expect.stringMatching(/^2031-11-20 \D+-\d+ Submitted Company Writer$/)
  expect(await loadSteps('agency.read')).toEqual(expect.arrayContaining([reserve, extension]))
  const days = (await loadSteps('agency.read')).map((line) => line.slice(0, 10))
  expect(days.toSorted().toReversed()).toEqual(days)
  expect((await loadSteps('agency.read')).join()).not.toContain('2031-11-22')
  expect(await loadSteps('company.reader')).toEqual(expect.arrayContaining([reserve]))
  expect(await loadSteps('company.reader')).not.toEqual(expect.arrayContaining([extension]))
  expect((await portal.ask('other.user', 'GET', '/api/projects/GetFiledSteps/1')).status).toBe(404)
})
