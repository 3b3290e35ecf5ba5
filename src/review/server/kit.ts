import type { RawBuilder } from 'kysely'
import type { LetterBodyItem } from '#ground/correspondence/letters/model/index.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Effects } from '#kernel/server/workflow.ts'
import type { AnyReview } from '../model/review.ts'
import type { StandingRow } from '../model/reviewed.ts'
import type { StandingDetail } from '../model/shapes.ts'

/** Any record's values, for the layer's own working. */
export type Values = Record<string, unknown>
/** A stored row of a filed record, as the layer handles it. */
export type AnyRow = StandingRow & Values
/** A record as its screen shows it, as the layer handles it. */
export type AnyDetail = AnyRow & StandingDetail

/** Whose a record is. */
export type Owner = { propertyId: number | null; managementCompanyId: number | null }

/**
 * What a letter says; `values` fill its placeholders beside the property's name, `decides` is what it is a
 * letter of.
 */
export type LetterText = {
  body: readonly LetterBodyItem[]
  values?: Readonly<Record<string, string>>
  decides?: string
}

/** SQL that adds columns to a list. */
export type ListSql = { select: RawBuilder<unknown>; joins?: RawBuilder<unknown> }

type Parts = Readonly<Record<string, RawBuilder<unknown>>>

/**
 * What a subject adds on the server to the review it declared. Everything runs in the request's transaction.
 */
export type ReviewServer<Row = AnyRow, Detail = AnyDetail, Saved = Values, ReviewSaved = Values> = {
  /** What the screen and the rules look at beyond the record; a constant number of statements. */
  detail?: (context: AnyContext, row: Row) => Promise<Values>
  /** Columns of the lists beyond the standing ones; the record is `r`, its property `p`, its company `c`. */
  line?: ListSql | ((context: AnyContext) => Promise<ListSql>)
  /** SQL for what is in each of the declared parts, of the record `r`. */
  parts?: Parts | ((context: AnyContext) => Promise<Parts>)
  /** Refuses where none may be begun; answers what a new one is begun with. */
  begin?: (context: AnyContext, owner: Owner, values: Values) => Promise<Partial<Row>>
  /** Stores what came with a save besides the record, the row locked. */
  saved?: (context: AnyContext, row: Row, nonNullable: Saved) => Promise<void>
  /** Stores what came with the reviewer's save besides the record, the row locked. */
  reviewSaved?: (context: AnyContext, row: Row, nonNullable: ReviewSaved) => Promise<void>
  /** What a submission stores of the record, as its rules saw it. */
  filed?: (context: AnyContext, row: Row, nonNullable: Detail) => Promise<void>
  /** What else stands in the way of a step, by its name. */
  needs?: Readonly<Record<string, (context: AnyContext, row: Row) => Promise<Fault[]>>>
  /**
   * What an approval does, what undoes it, and what a denial does; a forced change and a reopening go through
   * them, too.
   */
  effects?: {
    granted?: (context: AnyContext, row: Row) => Promise<void>
    withdrawn?: (context: AnyContext, row: Row) => Promise<void>
    denied?: (context: AnyContext, row: Row, reason: string | null) => Promise<void>
  }
  /** What further steps do, and what a base step stamps or does beyond the base. */
  steps?: Effects<Row & StandingRow>
  /** What every step is followed by, whatever it did. */
  followed?: (context: AnyContext, row: Row) => Promise<void>
  /** The lines of the mail of an approval. */
  mailLines?: (detail: Detail) => string[]
  /** The lines of the mail of a denial, besides the reason. */
  deniedLines?: (detail: Detail) => string[]
  /** What a return does, and what its mail says besides the reason. */
  returned?: (context: AnyContext, row: Row) => Promise<string[]>
  /** The decision letters, drawn up and stored as they are sent. */
  letters?: Readonly<
    Record<
      'approve' | 'deny',
      (context: AnyContext, detail: Detail, reason: string | null) => Promise<LetterText> | LetterText
    >
  >
  /** The figures a decision is made on, in a sentence, read from the record as it stands after it. */
  figures?: (detail: Detail) => string | null
  /** Whom the subject itself names (part `concerned` of its mail table). */
  concerned?: (context: AnyContext, row: Row) => Promise<Recipient[]>
  /** Columns of lines that a company does not read before the decision. */
  withheld?: readonly string[]
  /**
   * SQL of user ids: who of the agency entered what a decision on the record `r` rests on, besides the record
   * and its lines.
   */
  writers?: RawBuilder<number[]>
  /** SQL for what is asked for, in dollars, of the record `r`. */
  amount?: RawBuilder<unknown>
  /** SQL for what a to-do says besides the number, of the record `r`. */
  toDo?: RawBuilder<unknown>
  /** SQL for the day by which a to-do is to be done, of the record `r`. */
  due?: RawBuilder<unknown>
}

/** A review with what its subject adds on the server. */
export type Kit = { review: AnyReview; server: ReviewServer }

export const now = (context: AnyContext): string => context.services.now().toISOString()
