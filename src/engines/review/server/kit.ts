import type { RawBuilder } from 'kysely'
import type { LetterBodyItem } from '#core/correspondence/letters/model/index.ts'
import type { AlternativeLink, Fault } from '#kernel/model/refusals.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Effects } from '#kernel/server/workflow.ts'
import type { AnyReview } from '../model/review.ts'
import type { CommonRecordRow } from '../model/reviewed.ts'
import type { SharedDetail } from '../model/shapes.ts'

/** The values of any record by field, for code of the review layer. */
export type Values = Record<string, unknown>
/** A stored row of a filed record, as the layer handles it. */
export type AnyRow = CommonRecordRow & Values
/** A record as its screen shows it, as the layer handles it. */
export type AnyDetail = AnyRow & SharedDetail

/** The property or the company that a record belongs to. */
export type Owner = { propertyId: number | null; managementCompanyId: number | null }

/**
 * The content of a letter; `values` fill its placeholders in addition to the property's name, `decides` names
 * the decision that the letter is about.
 */
export type LetterText = {
  body: readonly LetterBodyItem[]
  values?: Readonly<Record<string, string>>
  decides?: string
}

/** SQL that adds columns to a list. */
export type ListSql = { select: RawBuilder<unknown>; joins?: RawBuilder<unknown> }

/** Why no record can be begun at a property, with the alternative if there is one. */
export type RefusedAtProperty = { reason: string; way: AlternativeLink | null }

type Parts = Readonly<Record<string, RawBuilder<unknown>>>

/** What the parts of one step leave for later parts. Modules that react to steps add their own keys. */
export interface StepNotes<Detail = AnyDetail> {
  /** The status before the step. */
  readonly fromStatusId: number
  /** The record as the rules of this step checked it; null if the step has no rules or they have not run. */
  checkedDetail: Detail | null
}

/**
 * The server part that a subject adds to its declared review. Everything runs in the request's transaction.
 */
export type ReviewServer<Row = AnyRow, Detail = AnyDetail, Saved = Values, ReviewSaved = Values> = {
  /** Data for the screen and the rules beyond the record; a constant number of statements. */
  detail?: (context: AnyContext, row: Row) => Promise<Values>
  /** Columns of the lists beyond the standing ones; the record is `r`, its property `p`, its company `c`. */
  line?: ListSql | ((context: AnyContext) => Promise<ListSql>)
  /** SQL that selects the records of each declared part, for the record `r`. */
  parts?: Parts | ((context: AnyContext) => Promise<Parts>)
  /** Refuses if no record may be begun; returns the initial values of a new one. */
  begin?: (context: AnyContext, owner: Owner, values: Values) => Promise<Partial<Row>>
  /**
   * Loads the properties where `begin` refuses a record now, in a constant number of statements; null asks
   * about all that the caller sees. A kind with it knows its offers for any number of properties.
   */
  refusals?: (
    context: AnyContext,
    propertyIds: readonly number[] | null,
  ) => Promise<ReadonlyMap<number, RefusedAtProperty>>
  /**
   * Stores the data that a save sent in addition to the record, whose row is locked. `request` has the fields
   * of the record that the save sent.
   */
  saved?: (context: AnyContext, row: Row, saved: Saved, request: Values) => Promise<void>
  /** Stores the data that the reviewer's save sent in addition to the record, whose row is locked. */
  reviewSaved?: (context: AnyContext, row: Row, saved: ReviewSaved) => Promise<void>
  /** Stores data of the record at submission, as its rules saw it. */
  filed?: (context: AnyContext, row: Row, detail: Detail) => Promise<void>
  /** Additional obstacles to a step, by its name. */
  needs?: Readonly<
    Record<string, (context: AnyContext, row: Row, notes: StepNotes<Detail>) => Promise<Fault[]>>
  >
  /**
   * The effects of an approval, of undoing it, and of a denial. Forced changes and reopening run them, too.
   */
  effects?: {
    granted?: (context: AnyContext, row: Row) => Promise<void>
    withdrawn?: (context: AnyContext, row: Row) => Promise<void>
    denied?: (context: AnyContext, row: Row, reason: string | null) => Promise<void>
  }
  /** The effects of additional steps, and the stamps or effects that a base step has beyond the base. */
  steps?: Effects<Row & CommonRecordRow, StepNotes<Detail>>
  /** Runs after every step, whichever it was. */
  followed?: (context: AnyContext, row: Row) => Promise<void>
  /** The lines of the mail of an approval. */
  mailLines?: (detail: Detail) => string[]
  /** The lines of the mail of a denial, in addition to the reason. */
  deniedLines?: (detail: Detail) => string[]
  /** The effect of a return, and the lines of its mail in addition to the reason. */
  returned?: (context: AnyContext, row: Row) => Promise<string[]>
  /** Builds the decision letters, which are stored as they are sent. */
  letters?: Readonly<
    Record<
      'approve' | 'deny',
      (
        context: AnyContext,
        detail: Detail,
        reason: string | null,
        notes: StepNotes<Detail>,
      ) => Promise<LetterText> | LetterText
    >
  >
  /** Returns a sentence with the figures that a decision is based on, from the record after the decision. */
  figures?: (detail: Detail) => string | null
  /** Returns the recipients that the subject itself names (`concerned` in its mail table). */
  concerned?: (context: AnyContext, row: Row) => Promise<Recipient[]>
  /**
   * SQL for the ids of the agency users who entered other data that a decision on the record `r` depends on.
   * The record and its lines are already covered.
   */
  writers?: RawBuilder<number[]>
  /** SQL for the requested amount, in dollars, of the record `r`. */
  amount?: RawBuilder<unknown>
  /** SQL for the text of a to-do in addition to the number, of the record `r`. */
  toDo?: RawBuilder<unknown>
  /** SQL for the day by which a to-do is to be done, of the record `r`. */
  due?: RawBuilder<unknown>
}

/** A review with what its subject adds on the server. */
export type Kit = { review: AnyReview; server: ReviewServer }

/** The current time as an ISO timestamp. */
export const now = (context: AnyContext): string => context.services.now().toISOString()
