import { describe, expect, test } from 'vitest'
import { requestStatusLabel } from '#kernel/model/status.ts'
import { getVectors } from '#tests/vectors.ts'
import {
  ContactType,
  contactTypeLabels,
  getPropertyBannerStatus,
  getTaskDueLabel,
  getTaskStatusLabel,
  managementCompanyStatusLabels,
  participationLenders,
  propertyStatusChoices,
  propertyStatusLabels,
  type TaskContext,
  TaskDueStatus,
  taskDueLabels,
} from './terms.ts'

describe('task due state', () => {
  test('ST-01 has seven values', () => {
    expect(Object.entries(TaskDueStatus)).toEqual([
      ['NOT_DUE', 0],
      ['PENDING', 1],
      ['OVERDUE', 2],
      ['UNDER_REVIEW', 3],
      ['REVIEWED', 4],
      ['APPROVED', 5],
      ['REJECTED', 6],
    ])
  })

  test('ST-02 only the first three values have special labels', () => {
    expect(taskDueLabels).toEqual({ 0: 'Not Due', 1: 'Pending', 2: 'Overdue' })
    expect([0, 2, 3, 5].map((value) => getTaskDueLabel(value))).toEqual([
      'Not Due',
      'Overdue',
      'Under Review',
      'Approved',
    ])
    expect(getTaskDueLabel(6, { task: 'AFS' })).toBe('Non-Compliant')
  })
})

describe('request status', () => {
  test.each(getVectors<TaskContext & { value: number }, string>('ST-04'))(
    'ST-04 $input reads $expected',
    (vector) => {
      expect(getTaskStatusLabel(vector.input.value, vector.input)).toBe(vector.expected)
    },
  )

  test('ST-05 a rejected AFS or BUDGET reads Non-Compliant in every view', () => {
    expect(getTaskStatusLabel(6, { task: 'AFS', rejectionVerb: 'deny' })).toBe('Non-Compliant')
    expect(getTaskStatusLabel(6, { task: 'Budget' })).toBe('Non-Compliant')
    expect(getTaskStatusLabel(5, { task: 'AFS' })).toBe('Approved')
  })

  test('ST-06 status 6 of a request that can be denied reads Denied', () => {
    expect(requestStatusLabel(6, { rejectionVerb: 'deny' })).toBe('Denied')
    expect(requestStatusLabel(5, { rejectionVerb: 'deny' })).toBe('Approved')
  })

  test('ST-07 status -1 reads Not Started', () => {
    expect(requestStatusLabel(-1, { submittedBefore: true })).toBe('Not Started')
  })

  test('ST-08 status 1 reads Unsubmitted after an earlier submission', () => {
    expect(requestStatusLabel(1, { submittedBefore: true })).toBe('Unsubmitted')
    expect(requestStatusLabel(2, { submittedBefore: true })).toBe('Submitted (not reviewed)')
  })

  test.each([0, 7, -2, 1.5, null, undefined])('ST-09 %s reads Not Submitted', (value) => {
    expect(requestStatusLabel(value)).toBe('Not Submitted')
  })
})

describe('property status', () => {
  test.each([
    ['ST-10', 0, 'Active'],
    ['ST-11', 1, 'Inactive'],
    ['ST-12', 2, 'Under Construction'],
    ['ST-13', 3, 'Conditional'],
    ['ST-14', 4, 'Firm'],
    ['ST-15', 5, 'Decontrol'],
    ['ST-16', 6, 'Deleted'],
  ])('%s status %d is %s', (_, value, label) => {
    expect(propertyStatusLabels[value]).toBe(label)
  })

  test('ST-17 the choices leave out Deleted', () => {
    const labels = ['Active', 'Inactive', 'Under Construction', 'Conditional', 'Firm', 'Decontrol']
    expect(propertyStatusChoices).toEqual(labels.map((label, id) => ({ id, label })))
  })

  type Banner = { status: number; decontrolStatus: number | null }
  test.each(getVectors<Banner, string>('ST-21'))(
    'ST-21 the banner for $input says "$expected"',
    ({ input, expected }) => {
      expect(getPropertyBannerStatus(input.status, input.decontrolStatus)).toBe(expected)
    },
  )

  test('ST-22 a status above 0 shows its label, including a finished decontrol', () => {
    expect([getPropertyBannerStatus(3, 0), getPropertyBannerStatus(5, 5)]).toEqual([
      'Conditional',
      'Decontrol',
    ])
  })

  test('ST-23 an active property and a missing status show nothing', () => {
    expect([getPropertyBannerStatus(0, 0), getPropertyBannerStatus(null, null)]).toEqual(['', ''])
  })
})

describe('other sets', () => {
  test("ST-18 ST-19 ST-20 the three labels of a management company's status", () => {
    expect(managementCompanyStatusLabels).toEqual({ 0: 'Inactive', 1: 'Active', 2: 'Under Consideration' })
  })

  test('the eight contact types each have a label', () => {
    expect(Object.values(ContactType)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(Object.values(contactTypeLabels).map((label) => label.replace(' ', ''))).toEqual(
      Object.keys(ContactType),
    )
  })

  test('CON-01 the lenders of participation loans are in the specified order', () => {
    expect(participationLenders.join(', ')).toBe(
      'Bank of America, Fannie Mae, Great Southern Bank, Pulaski, US Bank',
    )
  })
})
