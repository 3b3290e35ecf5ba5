import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Method } from '#kernel/model/call.ts'
import { isSame } from '#kernel/model/wire.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

type Values = Record<string, unknown>
/** A request body that the API documents show, with a sample value of each field. */
type Documented = {
  person: string
  method: Method
  path: string
  /** Further fields that the call needs. `$name` is replaced with the id of a record created below. */
  with?: Values
  body: Values
  /**
   * How the values are read back: with `read`, at this path and the id in the answer's field `key`. With
   * `readAt`, at this address. With `list`, in the last element of this list of the answer.
   */
  read?: string
  key?: string
  readAt?: string
  list?: string
}

const bodies = JSON.parse(await readFile(new URL('../spec/bodies.json', import.meta.url), 'utf8')) as Record<
  string,
  Documented
>

let portal: Portal
const created: Record<string, number> = {}
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into reserve_account (property_id, name, kind, opened_on)
      values (1, 'Operating reserve', 'Operating reserve', '2020-01-01')`,
  )
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  const save = async (path: string, key: string) => {
    const reply = await portal.ask('company.admin', 'POST', path, { request: { ProjectId: 1 } })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return (reply.body as Record<string, number>)[key]!
  }
  created.claim = await save('/api/InsuranceClaim/SaveClaim', 'insuranceClaimId')
  created.reviewedClaim = await save('/api/InsuranceClaim/SaveClaim', 'insuranceClaimId')
  created.increase = await save('/api/RentIncrease/saveRentIncreaseProgress', 'rentIncreaseRequestHeaderId')
  created.reserve = await save(
    '/api/ReplacementReserve/SaveReplacementProgress',
    'replacementReserveRequestId',
  )
  created.operating = await save('/api/OperatingReserve/saveOperatingProgress', 'operatingReserveRequestId')
  await portal.owner.query(
    `update insurance_claim set status_id = 3, submitted = now() where insurance_claim_id = ${created.reviewedClaim};
     update rent_increase_request_header set status_id = 3, submitted = now(), reviewed_by_id = 2
       where rent_increase_request_header_id = ${created.increase}`,
  )
})
afterAll(() => portal.close())

const toPlainName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/^project(?=id$)/, 'property')
const readField = (record: Values, name: string): unknown =>
  Object.entries(record).find(([key]) => key === name || toPlainName(key) === toPlainName(name))?.[1]

const send = ({ person, method, path, ...documented }: Documented, body: Values): Promise<Reply> => {
  const additionalFields = Object.entries(documented.with ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' && value.startsWith('$') ? created[value.slice(1)] : value,
  ])
  return portal.ask(person, method, path, { ...Object.fromEntries(additionalFields), ...body })
}

async function readBack({ person, read, key, readAt, list }: Documented, answer: Values): Promise<Values> {
  if (list) return (answer[list] as Values[]).at(-1)!
  const address = readAt ?? (read && `${read}/${readField(answer, key!)}`)
  if (!address) return answer
  const { status, body } = await portal.ask(person, 'GET', address)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Values
}

describe.each(Object.entries(bodies))('client 1: the documented body of %s', (_, documented) => {
  let values: Values
  let refused: string[] = []

  beforeAll(async () => {
    let reply = await send(documented, documented.body)
    if (reply.status !== 200) {
      const { fields = {} } = reply.body as { fields?: object }
      refused = Object.keys(documented.body).filter((name) =>
        Object.keys(fields).some((field) => toPlainName(field) === toPlainName(name)),
      )
      expect(refused.length, `${reply.status} ${JSON.stringify(reply.body)}`).toBeGreaterThan(0)
      const remaining = Object.entries(documented.body).filter(([name]) => !refused.includes(name))
      reply = await send(documented, Object.fromEntries(remaining))
    }
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    values = await readBack(documented, reply.body as Values)
  })

  test.each(Object.entries(documented.body))('%s is read back or refused by its name', (field, sample) => {
    if (refused.includes(field)) return
    if (documented.key !== undefined && toPlainName(documented.key) === toPlainName(field))
      expect(readField(values, field)).toBeGreaterThan(0)
    else expect(isSame(readField(values, field), sample), `${field} of ${JSON.stringify(values)}`).toBe(true)
  })

  test('a field that is not documented is refused by its name', async () => {
    const reply = await send(documented, { ...documented.body, NotDocumented: 1 })
    expect(Object.keys((reply.body as { fields: object }).fields)).toContain('NotDocumented')
  })
})

describe('client 1: documented changes of status', () => {
  const postAsAgency = (path: string, body: Values) =>
    portal.ask('agency.write', 'POST', `/api/${path}`, body)
  const getFields = ({ body }: Reply) => Object.keys((body as { fields?: object }).fields ?? {})
  const changes = [
    {
      name: 'replacement reserve',
      path: 'ReplacementReserve',
      save: 'SaveReplacementProgress',
      step: 'ChangeStatus',
    },
    {
      name: 'operating reserve',
      path: 'OperatingReserve',
      save: 'saveOperatingProgress',
      step: 'ChangeOperatingStatus',
    },
    { name: 'insurance claim', path: 'InsuranceClaim', save: 'SaveClaim', step: 'ChangeStatus' },
  ]
  const tables: Record<string, [table: string, key: string]> = {
    ReplacementReserve: ['replacement_reserve_request', 'replacementReserveRequestId'],
    OperatingReserve: ['operating_reserve_request', 'operatingReserveRequestId'],
    InsuranceClaim: ['insurance_claim', 'insuranceClaimId'],
  }

  test.each(changes)(
    'the change of status of a $name names the caller and the current request',
    async (subject) => {
      const [table, key] = tables[subject.path]!
      const request = { ProjectId: 1, Description: 'Roof' }
      const reply = await portal.ask('company.admin', 'POST', `/api/${subject.path}/${subject.save}`, {
        request,
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      const requestId = (reply.body as Record<string, number>)[key]!
      await portal.owner.query(
        `update ${table} set status_id = 2, submitted = now() where ${table === 'insurance_claim' ? 'insurance_claim_id' : `${table}_id`} = $1`,
        [requestId],
      )
      const body = { statusID: 3, requestId, userId: 2 }
      const stranger = await postAsAgency(`${subject.path}/${subject.step}`, { ...body, userId: 5 })
      expect(getFields(stranger)).toEqual(['userId'])
      const other = await postAsAgency(`${subject.path}/${subject.step}`, {
        ...body,
        request: { Description: 'Another roof' },
      })
      expect(getFields(other)).toEqual(['request'])
      const changeReply = await postAsAgency(`${subject.path}/${subject.step}`, { ...body, request })
      expect(
        [changeReply.status, (changeReply.body as Values).statusId],
        JSON.stringify(changeReply.body),
      ).toEqual([200, 3])
    },
  )
})
