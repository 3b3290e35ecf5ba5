import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Filed, fileDraft, type StepName, stepCall } from '#tests/crash/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { Detail } from '../model/requests.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(() => portal.setNow(null))

const PROPERTY = 1
const take = (persona: string, step: StepName, request: Filed) => {
  const { url, body } = stepCall(step, request, 100)
  return portal.ask(persona, 'POST', url, body)
}

// Days are those of the agency.

test('a request submitted at ten in the evening is of that day: age 0, promised 30 days later', async () => {
  // 22:00 of November 16 in Missouri; in Greenwich the 17th has begun.
  portal.setNow(new Date('2026-11-17T04:00:00Z'))
  const request = await fileDraft(portal, PROPERTY, 900)
  const submitted = (await take('company.writer', 'submit', request)).body as Detail
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

test('after a return the promise is reckoned anew, on the record, in the queue and in the work list; the age is not', async () => {
  portal.setNow(new Date('2026-11-17T18:00:00Z'))
  const request = await fileDraft(portal, PROPERTY, 900)
  await take('company.writer', 'submit', request)
  await take('agency.write', 'startReview', request)
  await take('agency.write', 'return', request)
  portal.setNow(new Date('2026-12-20T18:00:00Z'))
  const again = (await take('company.writer', 'submit', request)).body as Detail
  const promise = { ageDays: 33, promisedBy: '2027-01-19' }
  expect(again).toMatchObject(promise)
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
