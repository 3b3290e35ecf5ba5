import type { RequestStatus } from '#kernel/model/status.ts'

/** A person of the fixture. */
export type PolicyPersona =
  | 'anonymous'
  | 'agency.admin'
  | 'agency.manager'
  | 'agency.write'
  | 'agency.second'
  | 'agency.read'
  | 'company.admin'
  | 'company.writer'
  | 'company.reader'
  | 'other.user'
  | 'global.admin'

/**
 * `refused`: the person may not make the call. `not found`: the person does not see the record. `admitted`:
 * the call runs, but the record's rules may refuse. `done`: the call succeeds.
 */
export type Verdict = 'refused' | 'not found' | 'admitted' | 'done'

/**
 * A sentence of policy and its test: each person makes each call and must get the verdict. Calls name a
 * method and a path. Ids are those of records at Maple Grove, or at Dogwood Manor if `at` says so.
 */
export type PolicySentence = {
  says: string
  calls: readonly string[]
  verdicts: Partial<Record<Verdict, readonly PolicyPersona[]>>
  at?: 'Maple Grove' | 'Dogwood Manor'
  /** The status that the reserve request has before the call, and its reviewer. */
  reserve?: { statusId: RequestStatus; reviewedBy?: PolicyPersona }
  /** Fields to send instead of the sample values. */
  body?: Record<string, unknown>
}
