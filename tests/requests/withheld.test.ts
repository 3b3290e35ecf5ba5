import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, entities, flows, served } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, knownIds } from '#tests/matrix/knownIds.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { getSample, namingFor } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * What a reviewer has written and nobody has decided yet, in two versions of which no company may tell which
 * stands.
 */
let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds

const UNDER_REVIEW = 3
const isReviewed = ({ name }: AnyEntity) =>
  flows.some(({ entity, statuses }) => entity === name && statuses.includes(UNDER_REVIEW))
const reviewed = entities.filter(
  (entity) => 'content' in entity && 'statusId' in entity.fields && isReviewed(entity),
)

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-03-20T15:00:00Z'))
  await seedRecords(portal)
  for (const { table } of reviewed)
    await portal.owner.query(
      `update ${table} set status_id = $1, submitted = coalesce(submitted, now()), submitted_by_id = 5, decided = null`,
      [UNDER_REVIEW],
    )
  dry = await openDryPortal(portal, served)
  idsByEntity = await knownIds(portal.owner, entities, properties.a)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

/** Two values that a field may hold, by its kind; none for what is no word of a reviewer, such as a flag. */
function getTwoValues(entity: AnyEntity, name: string): [unknown, unknown] | null {
  const kind = getFieldMeta(entity.fields[name]!)?.kind
  if (kind === 'money') return [3.21, 1.02]
  if (kind === 'percent' || kind === 'number') return [2, 1]
  if (kind === 'text' || kind === 'longText') return ['Firstword', 'Secondword']
  return null
}

/** What of a record, or of its lines, only its reviewer knows so far. */
const getWithheldFields = (entity: AnyEntity): string[] =>
  [...new Set([...(entity.withheld?.({ statusId: UNDER_REVIEW }) ?? []), ...entity.agencyOnly])].filter(
    (name) => getTwoValues(entity, name),
  )

const written = [
  ...reviewed.map((entity) => ({ entity, names: getWithheldFields(entity) })),
  {
    entity: entities.find((entity) => entity.name === 'ReplacementReserveRequestItem')!,
    names: ['approvedAmount', 'denialReason'],
  },
].filter(({ names }) => names.length > 0)

/** Writes one of the two versions, as often as the other. */
async function write(version: 0 | 1): Promise<void> {
  for (const { entity, names } of written) {
    const sets = names.map((name, index) => `${snakeCase(name)} = $${index + 1}`)
    const values = names.map((name) => getTwoValues(entity, name)![version])
    // What was decided is shown: the item of a pre-approval.
    const undecided = entity.name.endsWith('Item')
      ? 'replacement_reserve_request_id in (select replacement_reserve_request_id from replacement_reserve_request where status_id < 5)'
      : 'status_id < 5'
    await portal.owner.query(`update ${entity.table} set ${sets.join(', ')} where ${undecided}`, values)
  }
}

/** Calls that only read, or that answer what they were asked to store or count. */
const matchingCalls = calls.filter(
  ({ access, method, path, changes }) =>
    access.kind !== 'agency' &&
    access.kind !== 'anyone' &&
    !changes &&
    (method === 'GET' || /search|list|dupl/i.test(path)),
)

async function answers(persona: string): Promise<Map<Call, string>> {
  const answersByCall = new Map<Call, string>()
  for (const call of matchingCalls) {
    const reply = await dry.ask(
      persona,
      call,
      getSample(call, namingFor(call, calls, entities, idsByEntity, properties.a)),
    )
    const { requestId: _, ...body } = { ...(reply.body as { requestId?: string }) }
    answersByCall.set(call, `${reply.status} ${JSON.stringify(body)}`)
  }
  return answersByCall
}

test('what a reviewer has written is told to no company before the decision, in whatever answer, nor anything made of it', async () => {
  expect(written.length).toBeGreaterThan(2)
  await write(0)
  await write(1)
  const before = await answers('company.admin')
  const agencyBefore = await answers('agency.read')
  await write(0)
  const after = await answers('company.admin')
  const agencyAfter = await answers('agency.read')
  const differing = (item: Map<Call, string>, other: Map<Call, string>) =>
    [...item]
      .filter(([call, answer]) => other.get(call) !== answer)
      .map(([{ method, path }]) => `${method} ${path}`)
  expect(differing(before, after)).toEqual([])
  // The agency's own reads tell them apart: the test would see it.
  expect(differing(agencyBefore, agencyAfter).length).toBeGreaterThan(3)
}, 120_000)
