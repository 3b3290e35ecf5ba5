import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities } from '#app/registry.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const guardedEntities = entities.filter(({ stepOnly }) => stepOnly.length > 0)
const changes = (entity: AnyEntity) =>
  calls.find((call) => call.method === 'PUT' && call.body === entity.input)!

/** The first of some values that the field accepts and that differs from the present one. */
const pickValue = (entity: AnyEntity, name: string, present?: unknown) =>
  [true, 1, 2, 2020, 2021, '2026-06-01', '2026-06-02', 'a', 'b', false].find(
    (value) => value !== present && entity.fields[name]!.safeParse(value).success,
  )

/** Inserts a record with the required columns and the step-only fields. References need not exist. */
async function insertRecord(entity: AnyEntity): Promise<Record<string, unknown>> {
  const required = await portal.owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and is_nullable = 'NO'
     and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
    [entity.table],
  )
  const columnsAsked = new Set(required.rows.map(({ name }) => name))
  const names = Object.keys(entity.fields).filter(
    (name) => entity.stepOnly.includes(name) || columnsAsked.has(snakeCase(name)),
  )
  const values = Object.fromEntries(names.map((name) => [name, pickValue(entity, name)]))
  const places = names.map((_, index) => `$${index + 1}`)
  await portal.owner.query(`set session_replication_role = replica`)
  const { rows } = await portal.owner.query(
    `insert into ${entity.table} (${names.map(snakeCase).join(', ')}) values (${places.join(', ')})
     returning ${snakeCase(entity.key)} as id`,
    Object.values(values),
  )
  await portal.owner.query(`set session_replication_role = default`)
  return { ...values, [entity.key]: rows[0].id }
}

test('the entities with fields that only steps write are findings, equity, distribution rights and Form 8823 dates', () => {
  expect(guardedEntities.map(({ name }) => name).toSorted()).toEqual([
    'EquityFigure',
    'Inspection8823Date',
    'NonCompliance',
    'YearlyDistributionsAccrued',
  ])
})

describe.each(guardedEntities.map((entity) => ({ entity, name: entity.name })))(
  'TRUST-6.3 $name',
  ({ entity }) => {
    test.each([...entity.stepOnly])(
      'the generic PUT refuses a new value of %s and accepts the present one',
      async (field) => {
        const present = await insertRecord(entity)
        const sendValue = (value: unknown) =>
          portal.ask('agency.manager', 'PUT', changes(entity).path, {
            [entity.key]: present[entity.key],
            [field]: value,
          })
        const refusal = { [field]: [`“${field}” is changed by a step of its own, not by this call.`] }
        const refused = await sendValue(pickValue(entity, field, present[field]))
        expect(refused).toMatchObject({ status: 400, body: { fields: refusal } })
        const back = (await sendValue(present[field])).body as { fields?: Record<string, string[]> }
        expect(back.fields?.[field]).not.toEqual(refusal[field])
        const { rows } = await portal.owner.query(
          `select to_jsonb(t) -> '${snakeCase(field)}' as value from ${entity.table} t where ${snakeCase(entity.key)} = $1`,
          [present[entity.key]],
        )
        expect(rows[0].value).toEqual(present[field])
        await portal.owner.query(`delete from ${entity.table} where ${snakeCase(entity.key)} = $1`, [
          present[entity.key],
        ])
      },
    )
  },
)
