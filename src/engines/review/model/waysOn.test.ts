import { expect, test } from 'vitest'
import { RequestStatus } from '#kernel/model/status.ts'
import { describeWaysOn, reviewFlow } from './steps.ts'

const { APPROVED, REJECTED, REVIEWED } = RequestStatus

const clear = {
  name: 'clear',
  label: 'Close the non-compliance',
  done: 'Non-compliance closed',
  from: [REJECTED],
  to: APPROVED,
  by: 'agency write',
  reason: 'required',
  confirm: 'It is settled.',
} as const

test('the words on the end of a review name each step that leads on from it', () => {
  const plain = reviewFlow('Plain', 'Plain record', {})
  expect(describeWaysOn(plain, 'record', REJECTED)).toBe(
    'The record closes. Only an administrator can open it again.',
  )
  expect(describeWaysOn(plain, 'record', REVIEWED)).toBeNull()
  const cleared = reviewFlow('Cleared', 'Cleared record', { extra: [clear] })
  expect(describeWaysOn(cleared, 'record', REJECTED)).toBe(
    'The record closes. What leads on from there: “Close the non-compliance”, or an administrator who opens it again.',
  )
  expect(describeWaysOn(cleared, 'record', APPROVED)).toBe(
    'The record closes. Only an administrator can open it again.',
  )
  expect(
    describeWaysOn(reviewFlow('Final', 'Final record', { steps: { reopen: null } }), 'record', APPROVED),
  ).toBeNull()
})
