import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FiledRequest,
  fileDraft,
  getPersonaForStep,
  makeDraftBody,
  makeStepCall,
  type StepName,
} from '#tests/crash/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { RequestDetail } from '../model/requests.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const PROPERTY = 1
const PATH = '/api/ReplacementReserve'
type Preview = {
  detail: RequestDetail
  letter: { data: Record<string, unknown> } | null
  mails: { to: string[]; subject: string }[]
  seen: string | null
}

const takeStep = (step: StepName, request: FiledRequest, more: object = {}) => {
  const { url, body } = makeStepCall(step, request, 150)
  return portal.ask(getPersonaForStep(step, PROPERTY), 'POST', url, { ...body, ...more })
}
const requestPreview = (persona: string, request: FiledRequest, step: string, more: object = {}) =>
  portal.ask(persona, 'POST', `${PATH}/Preview`, { id: request.id, step, ...more })

async function createReviewedRequest(): Promise<FiledRequest> {
  const request = await fileDraft(portal, PROPERTY, 200)
  for (const step of ['submit', 'startReview', 'review'] as const)
    expect((await takeStep(step, request)).status).toBe(200)
  return request
}

/** Counts the rows of everything that a step can write. */
const countWrites = async () =>
  (
    await portal.owner.query(`select (select count(*) from letter) as letters, (select count(*) from outbox) as mails,
      (select count(*) from status_history) as steps, (select count(*) from reserve_entry) as entries,
      (select count(*) from audit_log) as changes, (select sum(version) from replacement_reserve_request) as versions`)
  ).rows[0]

test('a preview returns letter, mails and figures as the step makes them, and writes nothing', async () => {
  const request = await createReviewedRequest()
  const before = await countWrites()
  const reply = await requestPreview('agency.manager', request, 'approve', { reason: 'As claimed.' })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const preview = reply.body as Preview
  expect(await countWrites()).toEqual(before)
  expect(preview.detail).toMatchObject({ statusId: 5, approved: 150 })
  const approved = await takeStep('approve', request, { reason: 'As claimed.', seen: preview.seen })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  const result = await portal.owner.query(`select data from letter where row_id = $1`, [request.id])
  expect(preview.letter?.data).toEqual(result.rows[0].data)
  const mailed = await portal.owner.query(
    `select subject from outbox where row_id = $1 and event = 'reserve.approved'`,
    [request.id],
  )
  expect(preview.mails.map((mail) => mail.subject)).toEqual(mailed.rows.map((row) => row.subject))
  expect((approved.body as RequestDetail).account?.balance).toBe(preview.detail.account?.balance)
})

test('a preview is refused whenever its step would be refused', async () => {
  const request = await createReviewedRequest()
  expect((await requestPreview('agency.write', request, 'approve')).status).toBe(403)
  expect((await requestPreview('company.writer', request, 'approve')).status).toBe(403)
  expect((await requestPreview('agency.manager', request, 'deny')).status).toBe(400)
  expect((await requestPreview('agency.manager', request, 'startReview')).status).toBe(409)
})

test('a decision is refused if the figures have changed since the preview', async () => {
  const request = await createReviewedRequest()
  const { seen: previewStamp } = (await requestPreview('agency.manager', request, 'approve')).body as Preview
  const other = await createReviewedRequest()
  expect((await takeStep('approve', other)).status).toBe(200)
  const before = await countWrites()
  const refused = await takeStep('approve', request, { seen: previewStamp })
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Nothing is decided, .* The balance is \$[\d.,]+ now/) },
  })
  expect(await countWrites()).toEqual(before)
  const { seen: now } = (await requestPreview('agency.manager', request, 'approve')).body as Preview
  expect((await takeStep('approve', request, { seen: now })).status).toBe(200)
})

test('an edited letter is stored with the decision; a text that does not fit it is refused', async () => {
  const request = await createReviewedRequest()
  const getBody = ({ letter }: Preview) => letter?.data.body as unknown[]
  const preview = getBody((await requestPreview('agency.manager', request, 'approve')).body as Preview)
  const isText = (item: unknown) => typeof item === 'string'
  const letterText = preview.filter(isText).map((_, index) => (index === 0 ? 'We gladly approve it.' : null))
  const edited = (await requestPreview('agency.manager', request, 'approve', { letterText })).body as Preview
  const expected = preview.map((item, index) =>
    index === preview.findIndex(isText) ? 'We gladly approve it.' : item,
  )
  expect(getBody(edited)).toEqual(expected)
  const before = await countWrites()
  const other = { letterText: [...letterText, 'And more.'] }
  expect(await takeStep('approve', request, other)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/letter was drawn up again/) },
  })
  expect(await countWrites()).toEqual(before)
  expect((await takeStep('approve', request, { letterText })).status).toBe(200)
  const result = await portal.owner.query(`select data -> 'body' as body from letter where row_id = $1`, [
    request.id,
  ])
  expect(result.rows).toEqual([{ body: expected }])
})

test('the agency submits for a company as `submitOnBehalf`, and only for the right property', async () => {
  const request = await fileDraft(portal, PROPERTY, 200)
  const { request: payload, items } = makeDraftBody(2, 200) as { request: object; items: object[] }
  const otherPayload = { request: { ...payload, replacementReserveRequestId: request.id }, items }
  expect(
    (await portal.ask('agency.write', 'POST', `${PATH}/SaveReplacementProgress`, otherPayload)).status,
  ).toBe(404)
  expect((await portal.ask('agency.write', 'POST', `${PATH}/Submit/${request.id}`, {})).status).toBe(200)
  const steps = await portal.owner.query(
    `select action from status_history where row_id = $1 and to_status_id = 2`,
    [request.id],
  )
  expect(steps.rows).toEqual([{ action: 'submitOnBehalf' }])
})
