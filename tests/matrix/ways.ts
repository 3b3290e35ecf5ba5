import type { Actor } from '#kernel/model/access.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import type { Sample } from './sample.ts'

/** A step by its name. `to` is the target status of an admin change. */
export type WantedStep = { name: string; to?: number }

/** One way to take a step through a call: the request to send and the step that it means. */
export type Way = {
  name: string
  path: string
  sample: (rowId: number) => Sample
  /** Returns the step that this caller takes from this status. Null if the call leads nowhere from there. */
  step: (actor: Actor, from: number, flow: Flow) => WantedStep | null
}

export type Driver = {
  /** The entity whose rows have the status, and the column with the status. */
  entity: string
  statusColumn: string
  /** Other columns that a row needs in this status. */
  columns: (status: number) => Record<string, unknown>
  /** SQL that prepares other tables so that the steps are possible. $1 is the row's id. */
  around?: string
  /**
   * The setting that turns on the two-person rule. With it, forcing an approval needs a review by another
   * person (422 otherwise). Null if the record has no such rule.
   */
  twoPersonSetting: string | null
  /**
   * Whether a request for the status that the record already has is answered with success and changes
   * nothing.
   */
  answersRepetition: boolean
  /** The call that answers one record, and the field with the steps it offers. */
  detail: { path: string; actions: string }
  ways: readonly Way[]
}

/** The export of a file under `drivers`: its module's drivers by entity. */
export type Drivers = Readonly<Record<string, Driver>>

/** The reason that is sent with every step. */
export const reason = { reason: 'Because of the test' }
