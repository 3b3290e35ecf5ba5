import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { dotPicture } from '#tests/letterSample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { RegisterLine } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const post = (path: string, body: object = {}) =>
  portal.ask('agency.write', 'POST', `/api/Letter/${path}`, body)
const get = async (path: string, persona: 'agency.read' | 'company.reader' = 'agency.read') =>
  portal.ask(persona, 'GET', `/api/Letter/${path}`)
const plainLetterhead = { layout: 'A', banner: null, signerId: null, attached: false }

const { submitted, post: step } = filing(() => portal)

/** Files and denies a request, and returns its id. */
async function denyNewRequest(): Promise<number> {
  const { replacementReserveRequestId: id } = await submitted()
  expect((await step('agency.write', `StartReview/${id}`)).status).toBe(200)
  const reply = await step('agency.manager', 'ChangeStatus', { id, statusId: 6, reason: 'Not due yet.' })
  expect(reply.status).toBe(200)
  return id
}

type SentMail = {
  row_id: number
  event: string
  recipients: { email: string }[]
  attachments: { fileName: string; contentHash: string }[]
}
const mails = async (event: string) =>
  (await portal.owner.query<SentMail>('select * from outbox where event = $1 order by outbox_id', [event]))
    .rows

async function insertLetter(rowId: number): Promise<number> {
  const data = {
    property: { propertyName: 'Maple Grove', propertyNumber: '12-034' },
    body: ['Dear all'],
    letterheadId: ((await get('GetLetterhead/0')).body as { letterheadId: number }).letterheadId || null,
  }
  const result = await portal.owner.query<{ id: number }>(
    `insert into letter (property_id, entity, row_id, kind, title, data, created_by)
     values (1, 'ReplacementReserveRequest', $1, 'approval', 'Approval of request', $2, 9) returning letter_id as id`,
    [rowId, JSON.stringify(data)],
  )
  return result.rows[0]!.id
}

test('LET-04, LET-05, LET-06 the agency sets layout and banner, and a sent letter keeps its letterhead', async () => {
  expect((await get('GetLetterhead/0')).body).toEqual({ letterheadId: 0, ...plainLetterhead })
  for (const [wrong, field] of [
    [{ ...plainLetterhead, banner: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'banner'],
    [{ ...plainLetterhead, signerId: 999 }, 'signerId'],
    [{ ...plainLetterhead, layout: 'C' }, 'layout'],
  ] as const) {
    const reply = await post('SaveLetterhead', wrong)
    expect([reply.status, Object.keys((reply.body as { fields: object }).fields)]).toEqual([400, [field]])
  }
  const first = (await post('SaveLetterhead', { ...plainLetterhead, layout: 'B', banner: dotPicture }))
    .body as {
    letterheadId: number
  }
  const letterId = await insertLetter(1)
  await post('SaveLetterhead', { ...plainLetterhead, attached: true })
  const { data } = (await get(String(letterId), 'company.reader')).body as { data: { letterheadId: number } }
  expect(data.letterheadId).toBe(first.letterheadId)
  expect((await get(`GetLetterhead/${data.letterheadId}`, 'company.reader')).body).toMatchObject({
    layout: 'B',
    banner: dotPicture,
  })
  expect((await get('GetLetterhead/999')).status).toBe(404)
  expect(
    (await portal.ask('company.admin', 'POST', '/api/Letter/SaveLetterhead', plainLetterhead)).status,
  ).toBe(403)
})

test('the register lists every letter, and a letter is sent again as PDF with its own letterhead', async () => {
  const letterId = await insertLetter(77)
  expect((await post(`Resend/${letterId}`)).status).toBe(400)
  const reply = await post(`Resend/${letterId}`, { email: 'owner@one.example' })
  expect(reply.body).toEqual({ sentTo: ['owner@one.example'] })
  const [mail] = await mails('letter.resent')
  expect(mail!.attachments).toMatchObject([
    { fileName: 'Approval of request.pdf', contentType: 'application/pdf' },
  ])
  const pdf = await PDFDocument.load(await portal.services.files.get(mail!.attachments[0]!.contentHash))
  expect([pdf.getPageCount(), pdf.getTitle()]).toEqual([1, 'Approval of request'])
  const register = (await get('GetRegister')).body as RegisterLine[]
  expect(register.find((item) => item.letterId === letterId)).toMatchObject({
    propertyName: 'Maple Grove Apartments',
    title: 'Approval of request',
    mailedTo: 'owner@one.example',
    mailedAt: expect.any(String),
  })
  expect((await get('GetRegister', 'company.reader')).status).toBe(403)
  expect((await portal.ask('agency.read', 'POST', `/api/Letter/Resend/${letterId}`, {})).status).toBe(403)
})

test('decision letters are attached to their mail only if the letterhead says so', async () => {
  const decision = async (id: number) => (await mails('reserve.denied')).filter((mail) => mail.row_id === id)
  await post('SaveLetterhead', plainLetterhead)
  expect((await decision(await denyNewRequest()))[0]!.attachments).toEqual([])
  await post('SaveLetterhead', { ...plainLetterhead, layout: 'B', banner: dotPicture, attached: true })
  const id = await denyNewRequest()
  const [mail] = await decision(id)
  expect(mail!.attachments).toMatchObject([{ fileName: expect.stringMatching(/^Denial of .* R-\d+\.pdf$/) }])
  const line = ((await get('GetRegister')).body as RegisterLine[]).find((item) => item.rowId === id)!
  expect(line.mailedTo).toBe(mail!.recipients.map((recipient) => recipient.email).join(', '))
  // Sent again, it goes to the recipients of the decision.
  expect((await post(`Resend/${line.letterId}`)).body).toEqual({
    sentTo: mail!.recipients.map((recipient) => recipient.email),
  })

  // A picture that cannot be printed only prevents the attachment, not the decision.
  await portal.owner.query(`update letterhead set banner = 'data:image/png;base64,iVBORw0KGgo='`)
  expect((await decision(await denyNewRequest()))[0]!.attachments).toEqual([])
})

test('LET-37 the letterhead’s signer signs for people without a signature block', async () => {
  const signer = await portal.owner.query<{ id: number }>(
    `insert into signer (name, title) values ('Dana Director', 'Director') returning signer_id as id`,
  )
  await post('SaveLetterhead', { ...plainLetterhead, signerId: signer.rows[0]!.id })
  const { rows } = await portal.owner.query('select data from letter where row_id = $1', [
    await denyNewRequest(),
  ])
  expect(rows).toMatchObject([{ data: { signatureBlock: { Name: 'Dana Director', Title: 'Director' } } }])
})
