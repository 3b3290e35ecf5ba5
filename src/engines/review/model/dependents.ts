import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'

/**
 * A decision that was made on a record and remains if the record is undone: its label, the approved amount in
 * dollars, and the path of its screen.
 */
export const standingLine = z.object({ label: z.string(), amount: z.number().nullable(), to: z.string() })
export type StandingLine = z.infer<typeof standingLine>

export const getStanding = call({
  method: 'GET',
  path: '/api/Work/GetStanding/:kind/:id',
  access: agency('read'),
  params: z.object({ kind: z.string().max(60).meta({ label: 'Kind', kind: 'text' }), id: id() }),
  answer: z.array(standingLine),
  summary:
    'What was decided on a filed record of a kind; it stays as it was decided when the record is undone',
})

/** Describes a decision: `DR-5 approved, $39,670.00`. */
const describeDecision = ({ label, amount }: StandingLine): string =>
  amount === null ? label : `${label}, ${formatMoney(amount)}`

/**
 * The notice shown before a record is undone: it names the decisions that remain. Empty if there are none.
 */
export const describeDependentDecisions = (decisions: readonly StandingLine[]): string =>
  decisions.length === 0
    ? ''
    : `Decided on it: ${decisions.map(describeDecision).join('; ')}. That stays as it was decided, and waits as a to-do for the agency.`

/**
 * Whether a step takes back something that other records may depend on: it leads to an earlier status, or
 * away from an approval.
 */
export const isUndoingStep = (from: number, to: number): boolean =>
  to < from || (from === RequestStatus.APPROVED && to !== RequestStatus.APPROVED)
