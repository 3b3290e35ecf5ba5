import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { loadGrants } from '#core/people/accounts/server/sessions.ts'
import { permissionKeys } from '#core/people/people/model/index.ts'
import { type Grants, hasPermission, type Need, type Scope, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { buildServer } from '#kernel/server/http.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** The person whose rights are drawn: `other.user` of the fixture, in company Two. */
const PERSON = 7
const allProperties = Object.values(properties)
const keys = [...permissionKeys, null]
const needs: readonly Need[] = ['read', 'write']

type DrawnGrants = {
  roles: number[]
  isMcAdmin: boolean
  company: number | null
  ties: { propertyId: number; isMain: boolean }[]
  entries: { propertyId: number; key: string; read: boolean; write: boolean }[]
}

const propertyId = fc.constantFrom(...allProperties)
const anyGrants: fc.Arbitrary<DrawnGrants> = fc.record({
  roles: fc.oneof(
    { weight: 4, arbitrary: fc.subarray([3, 4]) },
    { weight: 1, arbitrary: fc.subarray([1, 2, 3, 4]) },
  ),
  isMcAdmin: fc.boolean(),
  company: fc.constantFrom(null, 1, 2),
  ties: fc.uniqueArray(fc.record({ propertyId, isMain: fc.boolean() }), {
    selector: (item) => item.propertyId,
  }),
  entries: fc.uniqueArray(
    fc.record({
      propertyId,
      key: fc.constantFrom(
        'Replacement_Reserve',
        'Replacement_Reserve',
        'Occupancy',
        'Budget',
        'Global_Admin',
      ),
      read: fc.boolean(),
      write: fc.boolean(),
    }),
    { selector: (item) => `${item.propertyId} ${item.key}`, maxLength: 6 },
  ),
})

/** Gives the person exactly these rights. */
async function setGrants(
  { db }: AnyContext,
  { roles, isMcAdmin, company, ties, entries }: DrawnGrants,
): Promise<void> {
  await db.deleteFrom('userRole').where('userId', '=', PERSON).execute()
  await db.deleteFrom('userProperty').where('userId', '=', PERSON).execute()
  await db.deleteFrom('permission').where('userId', '=', PERSON).execute()
  await db
    .updateTable('appUser')
    .set({ isMcAdmin, managementCompanyId: company })
    .where('userId', '=', PERSON)
    .execute()
  for (const roleId of roles) await db.insertInto('userRole').values({ userId: PERSON, roleId }).execute()
  for (const tie of ties)
    await db
      .insertInto('userProperty')
      .values({ userId: PERSON, ...tie })
      .execute()
  for (const entry of entries)
    await db
      .insertInto('permission')
      .values({ userId: PERSON, ...entry })
      .execute()
}

type GrantsAndScopes = { grants: Grants; scopes: { key: string | null; need: Need; scope: Scope }[] }

/**
 * Reads the rights in the sign-in answer, and the scope that the database computes for every key and need.
 */
async function readGrantsAndScopes(context: AnyContext): Promise<GrantsAndScopes> {
  const scopes: GrantsAndScopes['scopes'] = []
  for (const key of keys) {
    for (const need of needs) {
      const result = await sql<{
        scope: Scope
      }>`select kernel.scope(${PERSON}, ${key}, ${need}) as scope`.execute(context.db)
      scopes.push({ key, need, scope: result.rows[0]!.scope })
    }
  }
  return { grants: await loadGrants(context, PERSON), scopes }
}

let portal: Portal
let app: FastifyInstance
let token: string
let nextGrants: DrawnGrants
let grantScopes: GrantsAndScopes

beforeAll(async () => {
  portal = await openPortal()
  const probe = call({
    method: 'POST',
    path: '/probe',
    access: signedIn,
    answer: z.unknown(),
    summary: 'Probe',
  })
  const handler = serve(probe, async (context) => {
    await setGrants(context, nextGrants)
    grantScopes = await readGrantsAndScopes(context)
    return null
  })
  app = await buildServer([handler], portal.pool, portal.services)
  token = await portal.tokenOf('agency.admin')
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

async function applyAndRead(grants: DrawnGrants): Promise<GrantsAndScopes> {
  nextGrants = grants
  const reply = await app.inject({
    method: 'POST',
    url: '/probe',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.statusCode).toBe(200)
  return grantScopes
}

const canReach = (scope: Scope, id: number): boolean => scope === null || scope.includes(id)

/** NAV-03: readers of the agency see the screens of writers, but may write nothing. */
const isReaderOnly = (grants: Grants): boolean =>
  grants.roles.some(({ id }) => id === 2) && !grants.roles.some(({ id }) => id === 1)

test('PER-05 to PER-14 for any rights, the database scope equals access.ts at every property', async () => {
  await fc.assert(
    fc.asyncProperty(anyGrants, async (sample) => {
      const { grants, scopes } = await applyAndRead(sample)
      for (const { key, need, scope } of scopes) {
        if (key === null) continue
        const mayWrite = need === 'read' || !isReaderOnly(grants)
        for (const id of allProperties) {
          const expected = mayWrite && hasPermission(grants, key, need, id)
          expect({ key, need, id, reaches: canReach(scope, id) }).toEqual({
            key,
            need,
            id,
            reaches: expected,
          })
        }
        const somewhere = scope === null || scope.length > 0
        expect({ key, need, somewhere }).toEqual({
          key,
          need,
          somewhere: mayWrite && hasPermission(grants, key, need),
        })
      }
    }),
    { numRuns: 120, seed: 20_260_115 },
  )
})

/**
 * The rule for calls without a permission key: any assignment reads, and only people with all properties,
 * main users and company administrators write.
 */
function canReachWithoutKey(grants: Grants, need: Need, id: number): boolean {
  const entries = grants.permissions.filter(
    (permission) => permission.write || (need === 'read' && permission.read),
  )
  const isAgency = grants.roles.some((role) => role.id === 1 || (need === 'read' && role.id === 2))
  if (isAgency) return true
  if (isReaderOnly(grants)) return false
  if (entries.some((permissionEntry) => permissionEntry.key === 'Global_Admin')) return true
  if (grants.mainUserProject.includes(id) || (grants.isMcAdmin && grants.projects.includes(id))) return true
  return (
    need === 'read' &&
    (grants.projects.includes(id) || entries.some((permissionEntry) => permissionEntry.propertyId === id))
  )
}

test('PER-05 to PER-10 without a key, any assignment reads, and only the agency, super users and Global_Admin write', async () => {
  await fc.assert(
    fc.asyncProperty(anyGrants, async (sample) => {
      const { grants, scopes } = await applyAndRead(sample)
      for (const { key, need, scope } of scopes) {
        if (key !== null) continue
        for (const id of allProperties)
          expect({ need, id, reaches: canReach(scope, id) }).toEqual({
            need,
            id,
            reaches: canReachWithoutKey(grants, need, id),
          })
      }
    }),
    { numRuns: 60, seed: 20_260_116 },
  )
})
