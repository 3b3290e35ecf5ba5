import { expect, test } from 'vitest'
import { type PasteTarget, readPastedTable } from './paste.ts'
import type { Room } from './rooms.ts'

const room = (projectRoomTypeId: number | null, bedrooms: number | null, name: string): Room => ({
  projectRoomTypeId,
  bedrooms,
  name,
  units: 20,
  specialNeedsCount: 0,
  specialNeedsDetails: [],
  moveOuts: {},
  vacantCount: null,
  offLineCount: null,
  noticeCount: null,
  moveIns: null,
  waitingList: null,
})
const elm: PasteTarget = {
  propertyId: 1,
  propertyName: 'Elm Street Apartments',
  agencyNumber: '90-123',
  canEdit: true,
  rooms: [room(11, 1, 'One bedroom'), room(12, 2, 'Two bedrooms')],
}
const oak: PasteTarget = {
  propertyId: 2,
  propertyName: 'Oak Manor',
  agencyNumber: '91-007',
  canEdit: true,
  rooms: [room(null, null, 'All units')],
}
const submitted: PasteTarget = {
  ...oak,
  propertyId: 3,
  propertyName: 'Sent Already',
  agencyNumber: '92-001',
  canEdit: false,
}
const targets = [elm, oak, submitted]

test('17: a pasted table is read by the headings of its columns, the number or name of the property, and the bedrooms', () => {
  const pasted = readPastedTable(
    [
      ['Project', 'Bedrooms', 'Vacant ready', 'Not ready', 'Moved in', 'Bought a home', 'Waiting list'],
      ['90-123', '2 BR', '1', '2', '3', '1', '14'],
      ['90123', 'One bedroom', '0', '', '1,000', '', ''],
      ['oak manor', '', '4', '', '', '', ''],
    ],
    targets,
  )
  expect(pasted.unread).toEqual([])
  expect(pasted.entries).toEqual([
    {
      propertyId: 1,
      room: {
        projectRoomTypeId: 12,
        vacantCount: 1,
        offLineCount: 2,
        moveIns: 3,
        waitingList: 14,
        moveOuts: { home: 1 },
      },
    },
    { propertyId: 1, room: { projectRoomTypeId: 11, vacantCount: 0, moveIns: 1000 } },
    { propertyId: 2, room: { projectRoomTypeId: null, vacantCount: 4 } },
  ])
  expect(pasted.cells).toBe(8)
})

test('17: unknown properties and unit types, fractions and submitted months are reported and not read', () => {
  const pasted = readPastedTable(
    [
      ['Number', 'BR', 'Vacant'],
      ['90-999', '1', '1'],
      ['90-123', '', '1'],
      ['90-123', '4', '1'],
      ['91-007', '', '2.5'],
      ['92-001', '', '1'],
      ['', '', '7'],
    ],
    targets,
  )
  expect(pasted.entries).toEqual([])
  expect(pasted.unread).toEqual([
    '“90-999”: no property here',
    'Elm Street Apartments: several unit types; paste a column “Bedrooms”, too',
    'Elm Street Apartments: no unit type “4”',
    'Oak Manor: “2.5”',
    'Sent Already: submitted already',
  ])
})

test('17: a table is refused with a reason if its first line has no column for the property or for a figure', () => {
  for (const table of [[], [['90-123', '2']], [['Number'], ['90-123']], [['Vacant'], ['2']]]) {
    const { entries, unread } = readPastedTable(table, targets)
    expect(entries).toEqual([])
    expect(unread).toHaveLength(1)
    expect(unread[0]).toMatch('The first line must name the columns')
  }
})
