import { describe, expect, test } from 'vitest'
import { MatterStatus } from './entities.ts'
import { canTakeStep, getNotSentReason, getReplyDue } from './rules.ts'

const clock = {
  loggedAt: new Date('2026-12-18T20:00:00Z'),
  replyDays: 10,
  lifeSafetyHours: 24,
  holidays: new Set(['2026-12-25', '2027-01-01']),
}

describe('RES domain 19.3', () => {
  test('a reply is due in ten business days without holidays, or for life safety in 24 hours', () => {
    expect(getReplyDue({ receivedOn: '2026-12-18', lifeSafety: false }, clock)).toBe(
      '2027-01-05T23:59:59.000Z',
    )
    expect(getReplyDue({ receivedOn: '2026-12-18', lifeSafety: true }, clock)).toBe(
      '2026-12-19T20:00:00.000Z',
    )
  })

  test('a closed matter can only be reopened, and the company can answer only a matter that was sent to it', () => {
    expect(canTakeStep('reopen', MatterStatus.CLOSED)).toBe(true)
    for (const step of ['assign', 'send', 'answer', 'close'] as const)
      expect(canTakeStep(step, MatterStatus.CLOSED)).toBe(false)
    expect([MatterStatus.OPEN, MatterStatus.ASSIGNED].some((status) => canTakeStep('answer', status))).toBe(
      false,
    )
  })

  test('a fair-housing matter may not be sent to the company', () => {
    expect(getNotSentReason({ confidential: true })).toContain('stays with the agency')
    expect(getNotSentReason({ confidential: false })).toBeNull()
  })
})
