import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

type Values = Record<string, unknown>
type Filing = {
  save: string
  begin: Values
  lines: { name: string; key: string; begin: Values | null; fields: Values }
}
const payloads = JSON.parse(
  await readFile(new URL('../spec/payloads.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Filing>>

const { RentIncrease, UtilityAllowance, ReplacementReserve, OperatingReserve } = payloads
/** The records that a company can file as documented, by the name of the review. */
const filings: Readonly<Record<string, Filing>> = {
  ReplacementReserveRequest: ReplacementReserve!,
  OperatingReserveRequest: OperatingReserve!,
  RentIncrease: RentIncrease!,
  UtilityAllowance: UtilityAllowance!,
  ProjectOccupancy: {
    save: '/api/ProjectOccupancy/SaveProgress',
    begin: { ProjectId: 1, periodDate: '2026-10-01' },
    lines: {
      name: 'rooms',
      key: 'projectRoomTypeId',
      begin: { ProjectRoomTypeId: 1, VacantCount: 2 },
      fields: {},
    },
  },
}
const reviews = modules
  .flatMap(({ reviews: registered = [] }) => registered)
  .flatMap(({ kit: { review } }) => (review.beyond ? [{ name: review.entity.name, review }] : []))

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  await portal.owner.query(
    `insert into reserve_account (property_id, name, kind, opened_on)
      values (1, 'Operating reserve', 'Operating reserve', '2020-01-01')`,
  )
})
afterAll(() => portal.close())

const post = (path: string, body?: object) => portal.ask('company.admin', 'POST', path, body)
const removeLineNumbers = (field: string) => field.replaceAll(/\.\d+(?=\.|$)/g, '')
const getFields = ({ body }: Reply) =>
  Object.keys((body as { fields?: object }).fields ?? {}).map(removeLineNumbers)

test('client 2: every kind of record with fields beyond the documents is tested, except one that is filed within its claim', () => {
  expect(reviews.map(({ name }) => name).filter((name) => !filings[name])).toEqual(['InsuranceRequest'])
})

describe.each(reviews.filter(({ name }) => filings[name]))('client 2: $name', ({ name, review }) => {
  const { save, begin, lines } = filings[name]!
  const { fields, strict } = review.beyond!

  test('a record with only the documented fields can be submitted, extra fields are listed for the reviewer, and the strict setting makes them faults', async () => {
    const payload = lines.begin ? { [lines.name]: [lines.begin] } : {}
    const reply = await post(save, { request: begin, ...payload })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const id = (reply.body as Values)[review.entity.key] as number
    const submit = () => post(`${review.path}/Submit/${id}`)
    const lenient = getFields(await submit())
    expect(Object.keys(fields).filter((field) => lenient.includes(field))).toEqual([])
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ($1, 'true', '2026-01-01')`,
      [strict.key],
    )
    const faultFields = getFields(await submit())
    expect(Object.keys(fields).filter((field) => faultFields.includes(field)).length).toBeGreaterThan(0)
    await portal.owner.query('delete from setting where key = $1', [strict.key])
    // The record is marked as submitted directly, because other fields may be missing. The reviewer sees
    // which ones.
    await portal.owner.query(
      `update ${review.entity.table} set status_id = 2, submitted = now() where ${snakeCase(review.entity.key)} = $1`,
      [id],
    )
    const { body } = await portal.ask('agency.write', 'GET', review.calls.one.path.replace(':id', String(id)))
    const { leftOut } = body as { leftOut: string[] }
    expect(leftOut.length, JSON.stringify(body)).toBeGreaterThan(0)
    expect(Object.values(fields)).toEqual(expect.arrayContaining(leftOut))
  })
})
