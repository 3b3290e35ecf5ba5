import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'

/** A decision on a record: its label, the approved amount, and its screen. */
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

/** `DR-5 approved, $39,670.00` */
const getWords = ({ label, amount }: StandingLine): string =>
  amount === null ? label : `${label}, ${formatMoney(amount)}`

/** The notice before an undo: the decisions on the record, which remain. Empty if there are none. */
export const standingWords = (decisions: readonly StandingLine[]): string =>
  decisions.length === 0
    ? ''
    : `Decided on it: ${decisions.map(getWords).join('; ')}. That stays as it was decided, and waits as a to-do for the agency.`

/**
 * Whether a step takes back something that others may depend on: it leads back from a filed status, or away
 * from an approval.
 */
export const undoes = (from: number, to: number): boolean =>
  to < from || (from === RequestStatus.APPROVED && to !== RequestStatus.APPROVED)
