import type { Actor } from '#kernel/model/access.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import type { Sample } from './sample.ts'

/** A step as a call names it, and where an admin change leads. */
export type Wanted = { name: string; to?: number }

/** One way to ask for a step: which call, with which request, and the step it stands for. */
export type Way = {
  name: string
  path: string
  sample: (rowId: number) => Sample
  /** The step this caller takes by it from this status; null when it leads nowhere from there. */
  step: (actor: Actor, from: number, flow: Flow) => Wanted | null
}

export type Driver = {
  /** The entity whose rows carry the status, and the column it stands in. */
  entity: string
  statusColumn: string
  /** Further columns that a row in this status has. */
  columns: (status: number) => Record<string, unknown>
  /** SQL that brings about what its steps need around the row; the row's id is $1. */
  around?: string
  /**
   * The setting that turns the two-person rule on, with which forcing an approval needs somebody else's
   * review (422); null where there is none.
   */
  twoPersonSetting: string | null
  /** The status asked for again by the one who may take its step is answered and changes nothing. */
  answersRepetition: boolean
  /** The call that answers one record, and the field in which it offers steps. */
  detail: { path: string; actions: string }
  ways: readonly Way[]
}

/** What a file under `drivers` shows: its module's drivers, by the flow's entity. */
export type Drivers = Readonly<Record<string, Driver>>

/** Sent with every step. */
export const reason = { reason: 'Because of the test' }
