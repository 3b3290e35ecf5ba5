import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, entities, flows, served } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getSample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * Tests that no answer to a company depends on a reviewer's undecided entries: it writes two versions of them
 * and compares all answers.
 */
let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds

const UNDER_REVIEW = 3
const isReviewed = ({ name }: AnyEntity) =>
  flows.some(({ entity, statuses }) => entity === name && statuses.includes(UNDER_REVIEW))
const reviewedEntities = entities.filter(
  (entity) => 'content' in entity && 'statusId' in entity.fields && isReviewed(entity),
)

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-03-20T15:00:00Z'))
  await seedRecords(portal)
  for (const { table } of reviewedEntities)
    await portal.owner.query(
      `update ${table} set status_id = $1, submitted = coalesce(submitted, now()), submitted_by_id = 5, decided = null`,
      [UNDER_REVIEW],
    )
  dry = await openDryPortal(portal, served)
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

/**
 * Two values that a field accepts, by its kind. Null for kinds that are no text or figure of a reviewer, such
 * as flags.
 */
function getTwoValues(entity: AnyEntity, name: string): [unknown, unknown] | null {
  const kind = getFieldMeta(entity.fields[name]!)?.kind
  if (kind === 'money') return [3.21, 1.02]
  if (kind === 'percent' || kind === 'number') return [2, 1]
  if (kind === 'text' || kind === 'longText') return ['Firstword', 'Secondword']
  return null
}

/** The fields of a record or its lines that only the agency may read before the decision. */
const getWithheldFields = (entity: AnyEntity): string[] =>
  [...new Set([...(entity.withheld?.({ statusId: UNDER_REVIEW }) ?? []), ...entity.agencyOnly])].filter(
    (name) => getTwoValues(entity, name),
  )

const withheldByEntity = [
  ...reviewedEntities.map((entity) => ({ entity, names: getWithheldFields(entity) })),
  {
    entity: entities.find((entity) => entity.name === 'ReplacementReserveRequestItem')!,
    names: ['approvedAmount', 'denialReason'],
  },
].filter(({ names }) => names.length > 0)

/** Writes one of the two versions into all withheld fields. */
async function writeVersion(version: 0 | 1): Promise<void> {
  for (const { entity, names } of withheldByEntity) {
    const sets = names.map((name, index) => `${snakeCase(name)} = $${index + 1}`)
    const values = names.map((name) => getTwoValues(entity, name)![version])
    // Items of a decided pre-approval are visible to the company, so they are left out.
    const undecided = entity.name.endsWith('Item')
      ? 'replacement_reserve_request_id in (select replacement_reserve_request_id from replacement_reserve_request where status_id < 5)'
      : 'status_id < 5'
    await portal.owner.query(`update ${entity.table} set ${sets.join(', ')} where ${undecided}`, values)
  }
}

/** Calls of companies that read or search. */
const readingCalls = calls.filter(
  ({ access, method, path, changes }) =>
    access.kind !== 'agency' &&
    access.kind !== 'anyone' &&
    !changes &&
    (method === 'GET' || /search|list|dupl/i.test(path)),
)

async function loadAnswers(persona: string): Promise<Map<Call, string>> {
  const answersByCall = new Map<Call, string>()
  for (const call of readingCalls) {
    const reply = await dry.ask(
      persona,
      call,
      getSample(call, createFindId(call, calls, entities, idsByEntity, properties.a)),
    )
    const { requestId: _, ...body } = { ...(reply.body as { requestId?: string }) }
    answersByCall.set(call, `${reply.status} ${JSON.stringify(body)}`)
  }
  return answersByCall
}

test("no answer to a company depends on a reviewer's undecided entries", async () => {
  expect(withheldByEntity.length).toBeGreaterThan(2)
  await writeVersion(0)
  await writeVersion(1)
  const before = await loadAnswers('company.admin')
  const agencyBefore = await loadAnswers('agency.read')
  await writeVersion(0)
  const after = await loadAnswers('company.admin')
  const agencyAfter = await loadAnswers('agency.read')
  const findDifferentCalls = (item: Map<Call, string>, other: Map<Call, string>) =>
    [...item]
      .filter(([call, answer]) => other.get(call) !== answer)
      .map(([{ method, path }]) => `${method} ${path}`)
  expect(findDifferentCalls(before, after)).toEqual([])
  // Answers to the agency differ, which proves that the test would notice a difference.
  expect(findDifferentCalls(agencyBefore, agencyAfter).length).toBeGreaterThan(3)
}, 120_000)
