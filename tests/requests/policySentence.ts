import type { RequestStatus } from '#kernel/model/status.ts'

/** Somebody of the fixture, in the words of the sentences. */
export type Who =
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

/** `refused`: may not ask; `not found`: sees no such record; `admitted`: is heard; `done`: it is done. */
export type Verdict = 'refused' | 'not found' | 'admitted' | 'done'

/**
 * A sentence of policy and how it is tried: each person makes each call and must meet the verdict. Calls name
 * a method and a path of the documents; ids are those of records of Maple Grove, or of Dogwood Manor where
 * `at` says so.
 */
export type Sentence = {
  says: string
  calls: readonly string[]
  verdicts: Partial<Record<Verdict, readonly Who[]>>
  at?: 'Maple Grove' | 'Dogwood Manor'
  /** The status of the reserve request before, and who reviewed it. */
  reserve?: { statusId: RequestStatus; reviewedBy?: Who }
  /** Sent instead of plain values. */
  body?: Record<string, unknown>
}
