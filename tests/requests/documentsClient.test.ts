import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSame } from '#kernel/model/wire.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

/** The documents' payloads with a sample of each of their fields. */
type Payload = {
  save: string
  one: string
  key: string
  begin: object
  request: Record<string, unknown>
  lines: { name: string; key: string; begin: object | null; fields: Record<string, unknown> }
}
type Values = Record<string, unknown>

const payloads = JSON.parse(await readFile(new URL('../spec/payloads.json', import.meta.url), 'utf8')) as Record<
  string,
  Payload
>

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/^project(?=id$)/, 'property')
const named = (record: Values, name: string): unknown =>
  Object.entries(record).find(([key]) => key === name || plain(key) === plain(name))?.[1]

/** A sample as it is read back: amounts without their sign. */
const asRead = (sample: unknown) =>
  typeof sample === 'string' && sample.startsWith('$') ? Number(sample.replaceAll(/[$,]/g, '')) : sample

/** A field is read back with its value, or refused by its name. */
function expectTaken(reply: Reply, field: string, sample: unknown, read: (body: Values) => Values | undefined): void {
  if (reply.status === 200) {
    const record = read(reply.body as Values)
    expect(record && isSame(named(record, field), asRead(sample)), `${field} of ${JSON.stringify(record)}`).toBe(true)
    return
  }
  const { fields = {} } = reply.body as { fields?: object }
  const names = Object.keys(fields).map((place) => plain(place.slice(place.lastIndexOf('.') + 1)))
  expect(names, `${reply.status} ${JSON.stringify(reply.body)}`).toContain(plain(field))
}

describe.each(Object.entries(payloads))('client 1: the documents’ payload of %s', (_, payload) => {
  const { save, one, key, lines } = payload
  const post = (body: object) => portal.ask('company.admin', 'POST', save, body)
  let id: number
  let lineId: number

  beforeAll(async () => {
    const begun = lines.begin ? { request: payload.begin, [lines.name]: [lines.begin] } : { request: payload.begin }
    const reply = await post(begun)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const record = reply.body as Values
    id = named(record, key) as number
    lineId = named((record[lines.name] as Values[])[0]!, lines.key) as number
  })

  test.each(Object.entries(payload.request))('%s is read back, or refused by its name', async (field, sample) => {
    const reply = await post({ request: { [key]: id, [field]: sample } })
    const stored = reply.status === 200 ? await portal.ask('agency.write', 'GET', `${one}/${id}`) : reply
    expectTaken(stored, field, sample, (body) => body)
  })

  test.each(Object.entries(lines.fields))(
    '%s of a line is read back, or refused by its name',
    async (field, sample) => {
      const line = { ...lines.begin, [lines.key]: lineId, [field]: sample }
      const reply = await post({ request: { [key]: id }, [lines.name]: [line] })
      const stored = reply.status === 200 ? await portal.ask('company.admin', 'GET', `${one}/${id}`) : reply
      expectTaken(stored, field, sample, (body) =>
        (body[lines.name] as Values[]).find((known) => named(known, lines.key) === lineId),
      )
    },
  )

  test('an unknown field is refused by its name', async () => {
    const reply = await post({ request: { [key]: id, NotDocumented: 1 } })
    expect(Object.keys((reply.body as { fields: object }).fields)).toEqual(['request.NotDocumented'])
  })

  test('a record that is sent back whole is taken, whatever of it the call does not read', async () => {
    const { body } = await portal.ask('company.admin', 'GET', `${one}/${id}`)
    const whole = body as Values
    const reply = await post({ request: whole, [lines.name]: whole[lines.name] })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  })
})
