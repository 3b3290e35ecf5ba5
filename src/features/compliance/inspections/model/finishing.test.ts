import { expect, test } from 'vitest'
import { UnitStatus } from './entities.ts'
import { describeSampleProgress, isScoreDue } from './finishing.ts'

const getUnits = (...statuses: (keyof typeof UnitStatus)[]) =>
  statuses.map((name) => ({ statusId: UnitStatus[name] }))

test('the words about a sample say how many units were inspected and where nobody was home', () => {
  expect(describeSampleProgress(getUnits('LOOKED', 'LOOKED'))).toBe('Every unit has been inspected.')
  expect(describeSampleProgress(getUnits('NO_ENTRY', 'NO_ENTRY'))).toBe(
    'No unit has been inspected: nobody was home in 2 units.',
  )
  expect(describeSampleProgress(getUnits('LOOKED', 'NO_ENTRY'))).toBe(
    'Every other unit has been inspected; nobody was home in 1 unit.',
  )
  expect(describeSampleProgress(getUnits('WAITING', 'LOOKED'))).toBe('1 unit has not been inspected.')
  expect(describeSampleProgress([])).toBe('No sample of units was drawn.')
})

test('a score is due under NSPIRE for visits that give one, unless nobody was home in any unit', () => {
  const annual = { standard: 'NSPIRE', inspectionType: 'Annual' } as const
  expect(isScoreDue(annual, getUnits('LOOKED', 'NO_ENTRY'))).toBe(true)
  expect(isScoreDue(annual, [])).toBe(true)
  expect(isScoreDue(annual, getUnits('NO_ENTRY'))).toBe(false)
  expect(isScoreDue({ ...annual, standard: 'Local code' }, getUnits('LOOKED'))).toBe(false)
  expect(isScoreDue({ ...annual, inspectionType: 'Follow-up' }, getUnits('LOOKED'))).toBe(false)
  expect(isScoreDue({ ...annual, inspectionType: 'File only' }, getUnits('LOOKED'))).toBe(false)
})
