import { expect, test } from 'vitest'
import type { SheetRow } from '../model/calls.ts'
import { getRowState } from '../model/worksheet.ts'
import { findNextGap, getGaps, whyNothingToFill, whyReadOnly } from './gaps.ts'
import type { SheetEntry } from './sheetStore.ts'

const none = { vacantCount: null, offLineCount: null, noticeCount: null, moveIns: null, waitingList: null }
const room = {
  projectRoomTypeId: 1,
  name: 'Two bedrooms',
  bedrooms: 2,
  units: 24,
  specialNeedsCount: 0,
  moveOuts: {},
  ...none,
  specialNeedsDetails: [],
}
const full = { ...room, vacantCount: 0, offLineCount: 0, moveIns: 0, waitingList: 2 }

/** Returns a worksheet row of November 2026 as of a day, with the counts of its only unit type. */
type Counts = Partial<Omit<typeof full, 'moveIns'> & { moveIns: number | null }>
const getRow = (propertyId: number, counts: Counts, today = '2026-11-28'): SheetRow => ({
  propertyId,
  propertyName: `Invented ${propertyId}`,
  agencyNumber: null,
  city: null,
  companyName: null,
  projectOccupancyId: 0,
  version: 0,
  statusId: 1,
  statusLabel: 'Draft',
  submitted: null,
  returnReason: null,
  canEdit: true,
  whyBelow: null,
  stepsTaken: null,
  inquiries: null,
  applications: null,
  comments: null,
  periodDate: '2026-11-01',
  today,
  dueDate: null,
  explainBelow: 85,
  explains: true,
  exempt: null,
  last: null,
  belowBefore: 0,
  missing: [],
  rooms: [{ ...room, ...counts }] as SheetRow['rooms'],
})
const getEntry = (row: SheetRow): SheetEntry => ({
  row,
  state: getRowState(row),
  typed: false,
  refused: null,
})

test('a complete row before the end of its month has no gaps and says from when it can be submitted', () => {
  const state = getRowState(getRow(1, full))
  expect(state).toMatchObject({
    kind: 'complete',
    words: 'Complete, submit from 12/01',
    faults: [],
    below: false,
  })
  expect(getGaps([getEntry(getRow(1, full))])).toEqual([])
  expect(getRowState(getRow(1, full, '2026-12-01'))).toMatchObject({ kind: 'ready' })
})

test('a row with 99 vacant of 24 units is wrong, and needs no explanation of low occupancy', () => {
  const state = getRowState(getRow(1, { ...full, vacantCount: 99 } as never))
  expect(state).toMatchObject({ kind: 'wrong', words: '99 vacant of 24 units', below: false })
  expect(state.faults.map((fault) => fault.field)).toEqual(['rooms.0.vacantCount'])
})

test('nextGap goes through the gaps in order from any position, and returns nothing after the last', () => {
  const entries = [
    getRow(1, {}),
    getRow(2, full),
    getRow(3, { vacantCount: 9, offLineCount: 0, moveIns: 0 } as never),
  ]
  const gaps = getGaps(entries.map(getEntry))
  const order = [1, 2, 3]
  const visited = []
  for (let gap = findNextGap(gaps, order, {}); gap; gap = findNextGap(gaps, order, gap))
    visited.push(`${gap.propertyId} ${gap.field}`)
  expect(visited).toEqual([
    '1 rooms.0.vacantCount',
    '3 rooms.0.waitingList',
    '3 whyBelow',
    '3 stepsTaken',
    '3 inquiries',
    '3 applications',
  ])
  expect(findNextGap(gaps, order, { propertyId: 2 })).toMatchObject({ propertyId: 3 })
  expect(findNextGap([], order, {})).toBeUndefined()
})

test('a worksheet without a cell to enter says so, with the true reason', () => {
  const readOnly = { ...getRow(1, {}), canEdit: false }
  const filed = { ...getRow(2, full), canEdit: false, statusId: 2 }
  expect(whyReadOnly([readOnly, filed].map(getEntry))).toBe('You may read these months, but not enter them.')
  expect(whyReadOnly([getEntry(filed)])).toBe('All months shown are filed.')
  expect(whyReadOnly([getEntry(filed), getEntry(getRow(3, {}))])).toBeNull()
})

test('nothing can be filled because no cell is empty, or because last month has no figure', () => {
  expect(whyNothingToFill([getEntry(getRow(1, {}))])).toContain('last month has no figure')
  expect(whyNothingToFill([getEntry(getRow(1, { ...full, moveIns: null }))])).toBe(
    'Nothing to fill: no cell that last month has is empty.',
  )
})
