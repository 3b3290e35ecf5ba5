import { afterAll, beforeAll, expect, test } from 'vitest'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { fileDraft, makeStepCall } from '#tests/crash/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { EventMailLine } from '../model/eventMails.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const listEventMails = async () =>
  (await portal.ask('agency.read', 'GET', '/api/EventMail')).body as EventMailLine[]
const findMail = async (event: string) => (await listEventMails()).find((item) => item.event === event)!
const saveEventMail = (line: EventMailLine, changes: Partial<EventMailLine>) => {
  const { label: _, changed: __, placeholders: ___, parts: ____, ...labels } = line
  return portal.ask('agency.write', 'POST', '/api/EventMail/Save', { ...labels, ...changes })
}
async function submitRequest() {
  await portal.owner.query('truncate outbox')
  const request = await fileDraft(portal, 1, 100)
  const { url, body } = makeStepCall('submit', request)
  expect((await portal.ask('company.writer', 'POST', url, body)).status).toBe(200)
  const { rows } = await portal.owner.query('select subject, body_text as text, recipients from outbox')
  return {
    number: `R-${request.id}`,
    mails: rows as { subject: string; text: string; recipients: object[] }[],
  }
}

test('every automatic mail is listed with its default text, which is used until the agency changes it', async () => {
  const all = await listEventMails()
  expect(all.map((item) => item.event)).toEqual(
    expect.arrayContaining([
      'reserve.submitted',
      'extension.returned',
      'certification.denied',
      'contacts.approved',
      'certification.due',
    ]),
  )
  // There is no mail for each submitted month, but one for all, `occupancy.received`.
  const ownMails = all.filter((item) => item.event !== 'occupancy.submitted')
  expect(ownMails.filter((item) => item.changed || !item.goesOut || item.toParts.length === 0)).toEqual([])
  const { number, mails } = await submitRequest()
  expect(mails).toEqual([
    {
      subject: `${number}, Maple Grove Apartments: submitted`,
      text: expect.stringMatching(
        /^Replacement reserve request R-\d+ for Maple Grove Apartments\n\nIt was received and waits for review\.\n\nAmount asked for: \$100\.00\nDecision promised by [\d/]+\nBy: Company Writer\n\nOpen the request: http\S+\n\n.+$/,
      ),
      recipients: [
        expect.objectContaining({ email: 'company.writer@one.example' }),
        expect.objectContaining({ email: 'company.admin@one.example' }),
        expect.objectContaining({ email: 'replacement.reserves@agency.example', kind: 'cc' }),
      ],
    },
  ])
})

test('the agency can change, turn off and reset an automatic mail, and its changes are checked', async () => {
  const line = await findMail('reserve.submitted')
  const wrong = await saveEventMail(line, {
    subject: 'About {{nubmer}}',
    body: 'Tenant 123-45-6789 {{link',
    toParts: ['everybody'],
    ccParts: [],
  })
  expect(wrong.status).toBe(400)
  const { fields } = wrong.body as { fields: Record<string, string[]> }
  expect(Object.keys(fields).sort()).toEqual(['body', 'subject', 'toParts'])
  expect(fields.body).toHaveLength(2)
  expect((await saveEventMail(line, { toParts: [] })).status).toBe(400)

  const changes = {
    subject: 'We have {{number}}',
    body: 'Thank you.\n\n{{details}}\n\nSee {{link}}',
    ccParts: [],
  }
  const saved = await saveEventMail(line, { ...changes, toParts: [String(ContactType.PrimaryContact)] })
  expect(saved.body).toMatchObject({ ...changes, changed: true, version: 1 })
  const { number, mails } = await submitRequest()
  expect(mails).toMatchObject([
    {
      subject: `We have ${number}`,
      recipients: [{ email: expect.stringContaining('@'), name: 'Primary Contact' }],
    },
  ])
  expect(mails[0]!.text).toMatch(/^Thank you\.\n\nSee http\S+$/)

  await saveEventMail(saved.body as EventMailLine, { goesOut: false, toParts: [] })
  expect((await submitRequest()).mails).toEqual([])
  expect((await saveEventMail(saved.body as EventMailLine, {})).status).toBe(409)

  expect((await portal.ask('agency.write', 'POST', '/api/EventMail/Reset/reserve.submitted')).body).toEqual(
    line,
  )
  expect((await submitRequest()).mails).toMatchObject([{ subject: expect.stringMatching(/: submitted$/) }])
  expect((await portal.ask('agency.write', 'POST', '/api/EventMail/Reset/reserve.nothing')).status).toBe(404)
})
