import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSame } from '#kernel/model/wire.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

/** A payload of the API documents, with a sample value of each of its fields. */
type Payload = {
  save: string
  one: string
  key: string
  /** The names that refusals use for fields with another name in the documents. */
  ours?: Record<string, string>
  begin: object
  request: Record<string, unknown>
  lines: { name: string; key: string; begin: object | null; fields: Record<string, unknown> }
}
type Values = Record<string, unknown>

const payloads = JSON.parse(
  await readFile(new URL('../spec/payloads.json', import.meta.url), 'utf8'),
) as Record<string, Payload>

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // Maple Grove has an operating reserve.
  await portal.owner.query(
    `insert into reserve_account (property_id, name, kind, opened_on) values (1, 'Operating reserve', 'Operating reserve', '2020-01-01')`,
  )
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const toPlainName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/^project(?=id$)/, 'property')
const readField = (record: Values, name: string): unknown =>
  Object.entries(record).find(([key]) => key === name || toPlainName(key) === toPlainName(name))?.[1]

/** The value in which a sample is read back: an amount without its dollar sign. */
const parseSample = (sample: unknown) =>
  typeof sample === 'string' && sample.startsWith('$') ? Number(sample.replaceAll(/[$,]/g, '')) : sample

/** Expects that a field is either read back with its value or refused by its name. */
function expectReadOrRefused(
  reply: Reply,
  field: string,
  sample: unknown,
  read: (body: Values) => Values | undefined,
): void {
  if (reply.status === 200) {
    const record = read(reply.body as Values)
    expect(
      record && isSame(readField(record, field), parseSample(sample)),
      `${field} of ${JSON.stringify(record)}`,
    ).toBe(true)
    return
  }
  const { fields = {} } = reply.body as { fields?: object }
  const names = Object.keys(fields).map((place) => toPlainName(place.slice(place.lastIndexOf('.') + 1)))
  expect(names, `${reply.status} ${JSON.stringify(reply.body)}`).toContain(toPlainName(field))
}

describe.each(Object.entries(payloads))('client 1: the documented payload of %s', (_, payload) => {
  const { save, one: readPath, key, lines } = payload
  const post = (body: object) => portal.ask('company.admin', 'POST', save, body)
  let id: number
  let lineId: number

  beforeAll(async () => {
    const initial = lines.begin
      ? { request: payload.begin, [lines.name]: [lines.begin] }
      : { request: payload.begin }
    const reply = await post(initial)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const record = reply.body as Values
    id = readField(record, key) as number
    lineId = readField((record[lines.name] as Values[])[0]!, lines.key) as number
  })

  test.each(Object.entries(payload.request))(
    '%s is read back or refused by its name',
    async (field, sample) => {
      const reply = await post({ request: { [key]: id, [field]: sample } })
      const readReply =
        reply.status === 200 ? await portal.ask('agency.write', 'GET', `${readPath}/${id}`) : reply
      const { [field]: ours = field } = payload.ours ?? {}
      expectReadOrRefused(readReply, readReply.status === 200 ? field : ours, sample, (body) => body)
    },
  )

  test.each(Object.entries(lines.fields))(
    '%s of a line is read back or refused by its name',
    async (field, sample) => {
      const line = { ...lines.begin, [lines.key]: lineId, [field]: sample }
      const reply = await post({ request: { [key]: id }, [lines.name]: [line] })
      const readReply =
        reply.status === 200 ? await portal.ask('company.admin', 'GET', `${readPath}/${id}`) : reply
      expectReadOrRefused(readReply, field, sample, (body) =>
        (body[lines.name] as Values[]).find((values) => readField(values, lines.key) === lineId),
      )
    },
  )

  test('an unknown field is refused by its name', async () => {
    const reply = await post({ request: { [key]: id, NotDocumented: 1 } })
    expect(Object.keys((reply.body as { fields: object }).fields)).toEqual(['request.NotDocumented'])
  })

  test('an answered record can be sent back whole, including fields that the call does not read', async () => {
    const { body } = await portal.ask('company.admin', 'GET', `${readPath}/${id}`)
    const payload = body as Values
    const reply = await post({ request: payload, [lines.name]: payload[lines.name] })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  })
})

describe('client 2: the documented submission', () => {
  const path = '/api/OperatingReserve'
  const request = {
    OperatingReserveRequest_Id: 0,
    Project_Id: 1,
    ProcessingInstructions: 'Pay by check',
  }
  const item = {
    OperatingReserveRequestItem_Id: 0,
    Description: 'Snow removal',
    ClaimedAmount: 410.5,
    Vendor_Id: 1,
    InvoiceNumber: 'SNOW-1',
    InvoiceDate: '2026-11-01',
    CheckNumber: '77',
  }
  const ask = (persona: string, tail: string, body?: object) =>
    portal.ask(persona, 'POST', `${path}/${tail}`, body)
  const getNames = (reply: Reply) => Object.keys((reply.body as { fields: object }).fields)
  const begin = async (more: object = {}) => {
    const reserve = await portal.owner.query<{ id: number }>(
      `select reserve_type_id as id from reserve_type where name = 'Operating reserve'`,
    )
    const payload = { ...request, ReserveTypeId: reserve.rows[0]!.id, ...more }
    const reply = await ask('company.admin', 'saveOperatingProgress', { request: payload, items: [item] })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body as { operatingReserveRequestId: number; leftOut: string[] }
  }
  const extraFields = [
    'certified',
    'description',
    'figuresAsOf',
    'currentPayables',
    'dueWithinMonth',
    'cashAvailable',
  ]

  test('a field that only the screens require is a fault only if the save contained it', async () => {
    const { operatingReserveRequestId: id } = await begin()
    expect(getNames(await ask('company.admin', `Submit/${id}`))).not.toEqual(
      expect.arrayContaining(extraFields),
    )
    const query = await begin({ certified: false, description: null })
    const faults = getNames(await ask('company.admin', `Submit/${query.operatingReserveRequestId}`))
    expect(faults).toEqual(expect.arrayContaining(['certified', 'description']))
    expect(faults).not.toContain('figuresAsOf')
  })

  test('the reviewer sees which extra fields are missing, and the control setting makes them faults', async () => {
    const { operatingReserveRequestId: id } = await begin()
    await portal.owner.query(
      'update operating_reserve_request set status_id = 3, submitted = now() where operating_reserve_request_id = $1',
      [id],
    )
    const { body } = await portal.ask('agency.write', 'GET', `${path}/GetOperatingRequest/${id}`)
    expect((body as { leftOut: string[] }).leftOut).toContain('cash available')
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ('operating_beyond_documents', 'true', '2026-01-01')`,
    )
    const strict = await begin()
    const faults = getNames(await ask('company.admin', `Submit/${strict.operatingReserveRequestId}`))
    expect(faults).toEqual(expect.arrayContaining(extraFields))
  })

  test('client 1: review items are read back, and a decision that contradicts its amount is refused', async () => {
    const { operatingReserveRequestId: id } = await begin()
    await portal.owner.query(
      'update operating_reserve_request set status_id = 3, submitted = now() where operating_reserve_request_id = $1',
      [id],
    )
    const { body } = await portal.ask('agency.write', 'GET', `${path}/GetOperatingRequest/${id}`)
    const { items } = body as { items: { operatingReserveRequestItemId: number }[] }
    const decided = {
      OperatingReserveRequestItem_Id: items[0]!.operatingReserveRequestItemId,
      amount: 400,
      type: 3,
    }
    const payload = { ...decided, description: 'Without the second trip' }
    const reply = await ask('agency.write', 'saveOperatingReview', {
      id,
      items: [payload],
      Vacancy: 2,
      MHDCComments: 'Seen',
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).toMatchObject({
      vacancy: 2,
      MHDCComments: 'Seen',
      ProjectId: 1,
      reviewItems: [{ amount: 400, type: 3, description: 'Without the second trip' }],
      items: [{ approvedAmount: 400, invoice: 'SNOW-1', amount: 410.5, vendor: { id: 1 } }],
    })
    const refused = await ask('agency.write', 'saveOperatingReview', { id, items: [{ ...decided, type: 2 }] })
    expect(getNames(refused)).toEqual(['items.0.type'])
  })

  test('client 4: a step without a body is accepted, and the record says that no reason was given', async () => {
    const { operatingReserveRequestId: id } = await begin()
    await portal.owner.query(
      'update operating_reserve_request set status_id = 2, submitted = now() where operating_reserve_request_id = $1',
      [id],
    )
    const reply = await ask('agency.write', `UnSubmit/${id}`)
    expect([reply.status, (reply.body as { returnReason: string }).returnReason]).toEqual([
      200,
      'No reason given.',
    ])
  })
})

test('client 5: a list accepts the documented paging and order parameters', async () => {
  const read = async (query: string) =>
    (await portal.ask('agency.write', 'GET', `/api/ReserveType?${query}`)).body as { name: string }[]
  const all = (await read('sortBy=name&descending=true')).map(({ name }) => name)
  expect(all).toEqual(all.toSorted((previous, right) => right.localeCompare(previous)))
  expect((await read('sortBy=name&descending=true&page=2&rowsPerPage=1')).map(({ name }) => name)).toEqual([
    all[1],
  ])
})
