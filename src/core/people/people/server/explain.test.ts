import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Grants, hasPermission, type PermissionEntry, type Scope } from '#kernel/model/access.ts'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type AccessLine, combineRights, rightKeys } from '../model/accessReasons.ts'
import { explain, explainAccess } from '../model/explain.ts'
import { permissionKeys } from '../model/permissionKeys.ts'

/** The user id of `other.user` of the fixture, in company Two. The test generates its rights. */
const PERSON = 7
const everyProperty = Object.values(properties)

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type GeneratedGrants = {
  role: number
  isMcAdmin: boolean
  ties: { propertyId: number; isMain: boolean }[]
  entries: PermissionEntry[]
}
const propertyId = fc.constantFrom(...everyProperty)
const generatedGrants: fc.Arbitrary<GeneratedGrants> = fc.record({
  role: fc.constantFrom(1, 2, 3, 3, 3, 4),
  isMcAdmin: fc.boolean(),
  ties: fc.uniqueArray(fc.record({ propertyId, isMain: fc.boolean() }), {
    selector: (item) => item.propertyId,
  }),
  entries: fc.uniqueArray(
    fc.record({
      propertyId,
      key: fc.constantFrom('AFS', 'AFS', 'Budget', 'Global_Admin'),
      read: fc.boolean(),
      write: fc.boolean(),
    }),
    { selector: (item) => `${item.propertyId} ${item.key}`, maxLength: 5 },
  ),
})

/** Gives the person exactly these rights, and reads from the database the scope of every key and need. */
async function loadScopes({ role, isMcAdmin, ties, entries }: GeneratedGrants) {
  await portal.owner.query(
    `with r as (update user_role set role_id = $2 where user_id = $1),
      u as (update app_user set is_mc_admin = $3 where user_id = $1),
      t as (insert into user_property (user_id, property_id, is_main)
        select $1::integer, "propertyId", "isMain" from json_to_recordset($4) as e("propertyId" integer, "isMain" boolean))
    insert into permission (user_id, property_id, key, read, write)
      select $1::integer, "propertyId", key, read, write from json_to_recordset($5)
        as e("propertyId" integer, key text, read boolean, write boolean)`,
    [PERSON, role, isMcAdmin, JSON.stringify(ties), JSON.stringify(entries)],
  )
  const result = await portal.owner.query<{ key: string | null; need: 'read' | 'write'; scope: Scope }>(
    `select key, need, kernel.scope($1, key, need) as scope
      from unnest($2::text[]) as key, unnest(array['read', 'write']) as need`,
    [PERSON, [...permissionKeys, null]],
  )
  return result.rows
}

/** The rights of the person on a property as its screen explains them, and as the database enforces them. */
async function compareRights(propertyId: number, scopes: Awaited<ReturnType<typeof loadScopes>>) {
  const reply = await portal.ask('agency.read', 'GET', `/api/permissions/GetReach/${propertyId}`)
  const explained = combineRights((reply.body as AccessLine[]).filter((line) => line.userId === PERSON))
  const may = (key: string, need: 'read' | 'write') => {
    const scope = scopes.find((item) => item.key === (key || null) && item.need === need)!
    return scope.scope === null || scope.scope.includes(propertyId)
  }
  return {
    explained,
    enforced: rightKeys.map((key) => ({ key, read: may(key, 'read'), write: may(key, 'write') })),
  }
}

test("PER-05 to PER-14 explanations and screens agree with the database's row-level security for every property", async () => {
  await fc.assert(
    fc
      .asyncProperty(generatedGrants, async (sample) => {
        const scopes = await loadScopes(sample)
        const reply = await portal.ask('agency.read', 'GET', `/api/permissions/GetGrid/${PERSON}`)
        const person = reply.body as Grants & Parameters<typeof explain>[0]
        const writes = sample.role !== 2
        const { explained: reach, enforced } = await compareRights(
          everyProperty[sample.entries.length % everyProperty.length]!,
          scopes,
        )
        expect(reach).toEqual(enforced)
        for (const { key, need, scope } of scopes) {
          for (const id of everyProperty) {
            const reaches = scope === null || scope.includes(id)
            if (key === null) {
              if (need === 'read') expect(explainAccess(person, { kind: 'signedIn' }, id).may).toBe(reaches)
              continue
            }
            const explained = explain(person, key, need, id)
            expect({ key, need, id, may: explained.may }).toEqual({ key, need, id, may: reaches })
            expect(explained.may).toBe((need === 'read' || writes) && hasPermission(person, key, need, id))
          }
          if (key !== null) expect(explain(person, key, need).may).toBe(scope === null || scope.length > 0)
        }
      })
      .beforeEach(async () => {
        await portal.owner.query('delete from permission where user_id = $1', [PERSON])
        await portal.owner.query('delete from user_property where user_id = $1', [PERSON])
      }),
    { numRuns: 80, seed: 20_260_121 },
  )
})
