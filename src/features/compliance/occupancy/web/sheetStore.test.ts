import { afterEach, expect, test } from 'vitest'
import { ApiError } from '#kernel/web/api.ts'
import { draftStorage } from '#kernel/web/draftStorage.ts'
import type { Sheet, SheetRow } from '../model/calls.ts'
import { SheetStore } from './sheetStore.ts'
import { findRejections } from './useSaving.ts'

const room = {
  projectRoomTypeId: 1,
  name: 'Two bedrooms',
  bedrooms: 2,
  units: 20,
  specialNeedsCount: 0,
  vacantCount: null,
  offLineCount: null,
  noticeCount: null,
  moveIns: null,
  moveOuts: {},
  waitingList: null,
  specialNeedsDetails: [],
}
const getRow = (propertyId: number): SheetRow => ({
  propertyId,
  propertyName: `Invented ${propertyId}`,
  agencyNumber: null,
  city: null,
  companyName: null,
  projectOccupancyId: propertyId,
  version: 1,
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
  periodDate: '2026-10-01',
  today: '2026-11-05',
  dueDate: null,
  explainBelow: 85,
  explains: false,
  exempt: null,
  last: null,
  belowBefore: 0,
  missing: [],
  rooms: [room],
})
const sheet = { userId: 0, month: '2026-10-01' } as Sheet
const rows = [getRow(1), getRow(2)]
const type = (store: SheetStore, propertyId: number, waitingList: number) =>
  store.typeRooms([{ propertyId, room: { projectRoomTypeId: 1, waitingList } }])
const getWaitingList = (store: SheetStore, propertyId: number) =>
  store.entry(propertyId).row.rooms[0]?.waitingList

afterEach(() => draftStorage.lock())

test('unsaved values survive the page as an encrypted draft, which cannot be read once drafts are locked', () => {
  type(new SheetStore(sheet, rows), 1, 7)
  expect(getWaitingList(new SheetStore(sheet, rows), 1)).toBe(7)
  draftStorage.lock()
  expect(getWaitingList(new SheetStore(sheet, rows), 1)).toBeNull()
})

test('a refused value is reported in the row of its property only, and the other properties are sent again', () => {
  const store = new SheetStore(sheet, rows)
  type(store, 1, 7)
  type(store, 2, 999_999)
  const message = 'Waiting list: Enter a smaller number.'
  const refused = findRejections(
    new ApiError(422, 'There is a problem', [{ field: '1.rooms.0.waitingList', message }]),
    store.toSend(),
  )
  store.wrong(refused!)
  expect(store.entry(2).refused).toEqual({ words: message, kind: 'wrong' })
  expect(store.toSend().map((item) => item.propertyId)).toEqual([1])
  // After new input the property is sent again.
  type(store, 2, 9)
  expect(store.entry(2).refused).toBeNull()
  expect(store.toSend().map((item) => item.propertyId)).toEqual([1, 2])
})

test('findRejections returns null only if the server did not or could not answer', () => {
  const months = new SheetStore(sheet, rows).toSend()
  expect(findRejections(new ApiError(0, 'No connection'), months)).toBeNull()
  expect(findRejections(new ApiError(500, 'Fault'), months)).toBeNull()
  expect(
    findRejections(new ApiError(403, 'You may not do this.'), [{ propertyId: 1, periodDate: '2026-10-01' }]),
  ).toEqual(new Map([[1, 'You may not do this.']]))
})
