import { expect, test } from 'vitest'
import type { Entry } from '#offline/web/entry.ts'
import type { Visit } from '../../model/visitCalls.ts'
import { applyEntries, getFindingKey, getPhotoFindingKey } from './overlay.ts'
import { getDependentEntries, getServerChanges, prepareResend } from './rejections.ts'

const fields = {
  area: 'Unit' as const,
  unit: '2',
  bin: null,
  location: null,
  standardCode: null,
  severity: 3,
  description: 'Window does not lock',
  category8823: null,
}
const unit = {
  unit: '2',
  place: 2,
  bin: null,
  vacant: false,
  statusId: 1,
  note: null,
  fileToReview: true,
  fileReviewed: false,
  substitute: false,
  before: null,
}
const visit = {
  complianceInspectionId: 5,
  sampleDraws: 1,
  lowIncomeUnits: 3,
  visitedOn: null,
  units: [unit],
  findings: [
    {
      ...fields,
      inspectionFindingId: 12,
      number: 1,
      foundOn: '2026-10-06',
      version: 4,
      photos: [7],
      keys: [],
    },
  ],
} as unknown as Visit

const entry = (key: string, kind: string, body: object, more: Partial<Entry> = {}): Entry => ({
  key,
  kind,
  group: 'visit 5',
  subject: 'visit 5 finding #12',
  label: key,
  at: '',
  params: { id: 5 },
  files: [],
  body: { ...body, sentKey: key },
  ...more,
})
const changed = entry('k1', 'visit.finding', {
  ...fields,
  description: 'Window is broken',
  inspectionFindingId: 12,
  version: 4,
})
const makeEntry = (key: string) =>
  entry(key, 'visit.finding', { ...fields, foundOn: '2026-10-06' }, { subject: `visit 5 finding ${key}` })

test('waiting entries change the visit that the server returned, and another change refers to the entry before it', () => {
  const shownVisit = applyEntries(visit, [changed])
  expect(shownVisit.findings).toMatchObject([{ local: '#12', description: 'Window is broken', photos: [7] }])
  expect(getFindingKey(shownVisit.findings[0]!)).toEqual({ after: 'k1' })
  expect(getPhotoFindingKey(shownVisit.findings[0]!)).toEqual({ inspectionFindingId: 12 })
  expect(getFindingKey(applyEntries(visit, []).findings[0]!)).toEqual({ inspectionFindingId: 12, version: 4 })
})

test('photos of an unsent finding refer to its first entry, and a finding that the server already has is listed once', () => {
  const fresh = makeEntry('k2')
  const again = entry(
    'k3',
    'visit.finding',
    { ...fields, severity: 1, after: 'k2' },
    { subject: fresh.subject },
  )
  const findings = applyEntries(visit, [fresh, again]).findings
  expect(findings).toMatchObject([{ local: '#12' }, { local: 'k2', number: null, severity: 1 }])
  expect(getPhotoFindingKey(findings[1]!)).toEqual({ after: 'k2' })
  const arrived = { ...visit, findings: [{ ...visit.findings[0]!, keys: ['k2'] }] }
  expect(applyEntries(arrived, [fresh]).findings).toHaveLength(1)
  expect(applyEntries(arrived, [again]).findings).toMatchObject([{ local: '#12', severity: 1 }])
})

test('an entry for a unit with nobody home adds the substitute that the server will draw, and a removed finding is not listed', () => {
  const nobody = { unit: '2', statusId: 3, note: 'Nobody opened', fileReviewed: false, substitute: true }
  const shownVisit = applyEntries(visit, [
    entry('k4', 'visit.unit', nobody, { subject: 'visit 5 unit 2' }),
    entry('k5', 'visit.remove', { inspectionFindingId: 12, version: 4 }),
  ])
  expect(shownVisit.units.map((unit) => [unit.unit, unit.statusId, unit.substitute])).toEqual([
    ['2', 3, false],
    ['3', 1, true],
  ])
  expect(shownVisit.findings).toEqual([])
})

test('a rejected change is compared with the stored finding, gets its version when sent again, and is discarded without its photos', () => {
  const rejected = { ...changed, rejection: { status: 409, message: 'Changed meanwhile.' } }
  const photo = entry('k6', 'visit.photo', { inspectionFindingId: 12 })
  const base = { ...visit, findings: [{ ...visit.findings[0]!, description: 'Window open', version: 6 }] }
  expect(getServerChanges(base, rejected)).toMatchObject({ description: 'Window open' })
  const [again] = prepareResend(base, rejected, [rejected, photo])
  expect(again).toMatchObject({
    key: 'k1',
    body: { inspectionFindingId: 12, version: 6, description: 'Window is broken' },
  })
  expect(again).not.toHaveProperty('rejection')
  expect(getDependentEntries(rejected, [rejected, photo]).map((dependent) => dependent.key)).toEqual(['k1'])
})

test('a change of a deleted finding is sent again as a new finding with its photos, and an unsent finding is discarded with its photos', () => {
  const deleted = { ...changed, rejection: { status: 404, message: 'This finding was not found.' } }
  const photo = entry(
    'k6',
    'visit.photo',
    { inspectionFindingId: 12 },
    { rejection: { status: 404, message: '' } },
  )
  const [anew, follows] = prepareResend({ ...visit, findings: [] }, deleted, [deleted, photo])
  expect(anew!.body).not.toHaveProperty('inspectionFindingId')
  expect(anew!.body).not.toHaveProperty('version')
  expect(follows!.body).toEqual({ sentKey: 'k6', after: 'k1' })
  const fresh = { ...makeEntry('k2'), rejection: { status: 409, message: 'It is reported.' } }
  const its = entry('k7', 'visit.photo', { after: 'k2' }, { subject: fresh.subject })
  expect(getDependentEntries(fresh, [fresh, its])).toHaveLength(2)
})
