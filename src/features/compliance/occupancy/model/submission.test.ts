import { expect, test } from 'vitest'
import { describeSubmission } from './submission.ts'

test('the submission of a month names the month and the day of its acceptance', () => {
  expect(describeSubmission({ periodDate: '2026-10-01', acceptsOn: '2026-12-03' })).toEqual({
    title: 'occupancy of October 2026',
    next: 'It is accepted on 12/03/2026, unless you take it back or the agency returns it before that day.',
  })
})
