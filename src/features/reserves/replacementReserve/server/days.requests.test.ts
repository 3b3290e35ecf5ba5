import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FiledRequest, fileDraft, makeStepCall, type StepName } from '#tests/crash/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { RequestDetail } from '../model/requests.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(() => portal.setNow(null))

const PROPERTY = 1
const takeStep = (persona: string, step: StepName, request: FiledRequest) => {
  const { url, body } = makeStepCall(step, request, 100)
  return portal.ask(persona, 'POST', url, body)
}

// These tests check that days are counted in the time zone of the agency.

test('a request submitted at 10 p.m. counts from that agency day and is promised in 30 days', async () => {
  // This is 22:00 on November 16 in Missouri, but already November 17 in Greenwich.
  portal.setNow(new Date('2026-11-17T04:00:00Z'))
  const request = await fileDraft(portal, PROPERTY, 900)
  const submitted = (await takeStep('company.writer', 'submit', request)).body as RequestDetail
  expect(submitted).toMatchObject({ today: '2026-11-16', ageDays: 0, promisedBy: '2026-12-16' })
  portal.setNow(new Date('2026-11-17T15:00:00Z'))
  const later = await portal.ask('agency.read', 'GET', `/api/ReplacementReserve/GetRequest/${request.id}`)
  expect(later.body).toMatchObject({ today: '2026-11-17', ageDays: 1, promisedBy: '2026-12-16' })
  const list = await portal.ask('agency.read', 'GET', '/api/ReplacementReserve/GetQueue')
  const line = (list.body as { replacementReserveRequestId: number; ageDays: number }[]).find(
    (item) => item.replacementReserveRequestId === request.id,
  )
  expect(line?.ageDays).toBe(1)
})

test('after a return the promised day, but not the age, is computed again in all lists', async () => {
  portal.setNow(new Date('2026-11-17T18:00:00Z'))
  const request = await fileDraft(portal, PROPERTY, 900)
  await takeStep('company.writer', 'submit', request)
  await takeStep('agency.write', 'startReview', request)
  await takeStep('agency.write', 'return', request)
  portal.setNow(new Date('2026-12-20T18:00:00Z'))
  const resubmittedRequest = (await takeStep('company.writer', 'submit', request)).body as RequestDetail
  const promise = { ageDays: 33, promisedBy: '2027-01-19' }
  expect(resubmittedRequest).toMatchObject(promise)
  const loadLine = async (path: string) => {
    const { body } = await portal.ask('agency.read', 'GET', path)
    const { rows = body } = body as { rows?: unknown }
    return (rows as Record<string, unknown>[]).find((row) =>
      [row.replacementReserveRequestId, row.kind === 'reserve' && row.id].includes(request.id),
    )
  }
  expect(await loadLine('/api/ReplacementReserve/GetQueue')).toMatchObject(promise)
  expect(await loadLine('/api/Work/GetOpen')).toMatchObject(promise)
})
