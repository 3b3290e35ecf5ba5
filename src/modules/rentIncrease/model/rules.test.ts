import { expect, test } from 'vitest'
import { asFiled, type Grounds, rowOf, totalsOf } from './rows.ts'
import { type Content, type Facts, noticeFaults } from './rules.ts'

const facts = { today: '2026-11-10', rules: { monthsBetween: 12, noticeDays: 30, rollDays: 60 }, files: [] }
const told = (content: Partial<Content>) =>
  noticeFaults(
    { tenantsNotified: true, rentEffectiveDate: '2027-01-01', ...content } as Content,
    facts as never as Facts,
  )
    .filter((fault) => fault.field === 'tenantsNotifiedOn')
    .map((fault) => fault.message)

test('RIN-4, domain 41: what is typed and no day yet is told, not reckoned with', () => {
  for (const odd of ['1.11.2026', 'Nov 1', '02/30/2026', '1', '00/00/0000'])
    expect([
      told({ tenantsNotifiedOn: odd }),
      told({ tenantsNotifiedOn: '2026-12-01', rentEffectiveDate: odd }),
    ]).toEqual([['Enter the day on which the notice was given.'], ['This day is still to come.']])
  expect(told({ tenantsNotifiedOn: '2026-11-01', rentEffectiveDate: '1.1.2027' })).toEqual([])
  expect(told({ tenantsNotifiedOn: '11/01/2026' })).toEqual([])
})

test('RI-05, RI-08: a filed request comes to what was submitted and then approved, also for whom the caps hold', () => {
  const caps = { suggestedIncreasePercent: 7, maxRentIncreasePercent: 10 }
  const grounds: Grounds = { unitTypes: [], rentTypes: [], figures: null, caps, capExempt: false, designations: null }
  const line = { projectRoomTypeRentId: 1, units: 10, currentRent: 600, requestedRent: 700, adjustedRent: 702 }
  const becoming = (statusId: number, approvedRent: number | null) =>
    totalsOf([asFiled(rowOf(1, { ...line, approvedRent }, grounds), statusId)]).becoming
  expect([becoming(2, null), becoming(4, 690), becoming(5, 690)]).toEqual([7020, 7020, 6900])
})
