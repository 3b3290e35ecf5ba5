import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Action } from '#kernel/model/workflow.ts'
import type { Fact } from '#ui/frame/Facts.tsx'
import type { LinkTab } from '#ui/frame/LinkTabs.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import type { AnyReview, DetailOfReview, LineOfReview } from '../model/review.ts'
import type { StandingRow } from '../model/reviewed.ts'
import type { StandingDetail, StandingLine } from '../model/shapes.ts'

/** Values of a form, by field name. */
export type Values = Record<string, unknown>
/** A record as the frames handle it, whatever its subject. */
export type AnyDetail = StandingRow & StandingDetail & Values
export type AnyLine = StandingLine & Values

/**
 * What every part of a record's screen is given. `refresh` reads the record again, for instance after an
 * upload.
 */
export type PartProps<Detail = AnyDetail> = { detail: Detail; refresh: () => Promise<void> }

/**
 * What the form of a record is given besides: `known` is the record as last stored, right after a save, too.
 * `buttons` saves, submits and says how the last save went, `remove` deletes the draft: a form that
 * `placesButtons` shows them in its own foot.
 */
export type FormProps<Detail = AnyDetail> = PartProps<Detail> & {
  known: { current: Detail }
  buttons: ReactNode
  remove: ReactNode
}

/**
 * What a form holds besides the fields the review declares, such as lines, and how it goes to the server and
 * back.
 */
export type FormLines<Detail = AnyDetail> = {
  shape: z.ZodRawShape
  valuesOf: (detail: Detail) => Values
  /** What goes along with the record; may ask the server first, for instance to list a new vendor. */
  sent: (values: Values, nonNullable: Detail) => Promise<Values> | Values
  /** The same as the rules of submit read it, where the form has it in another shape. */
  forRules?: (values: Values) => Values
}

/**
 * Something that was looked at of a record: `fine`, or open; `more` is said beside it, such as the way to act
 * on it.
 */
export type Check = { words: string; fine: boolean; more?: ReactNode }

/**
 * A tab of the agency's queue: some of what is open, or records that the server pages: of a status, a part,
 * or all.
 */
export type QueueTab<Line> =
  | { label: string; match: (line: Line) => boolean }
  | { label: string; served: { status?: number; part?: string } }

/** How a kind of filed record is seen: its own sections; the frames around them are the layer's. */
export type Pages<Detail = AnyDetail> = {
  /** Sections of the form while the company writes. */
  Form: ComponentType<FormProps<Detail>>
  formLines?: FormLines<Detail>
  /**
   * Whether the form shows the buttons it is given in a foot of its own, as a worksheet does; otherwise they
   * stand below it.
   */
  placesButtons?: true
  /** False where it is submitted by an action of its own, such as a certification. */
  submits?: false
  /** What a new record takes along from this one as values of its form; no copies are offered without. */
  copied?: (detail: Detail) => Values
  /**
   * What the address of a new record offers: it stands in the form from the beginning, as if the record
   * formLines it.
   */
  offered?: (detail: Detail, search: URLSearchParams) => Values
  /** What stands above the form of a new record. */
  Before?: ComponentType<PartProps<Detail>>
  /**
   * What is shown of a record that was filed; those with `sum` stand among the figures where there are such.
   */
  facts: (detail: Detail) => readonly Fact[]
  /** What was filed, beyond the facts. */
  Filed?: ComponentType<PartProps<Detail>>
  /**
   * What was filed, where it is a long form: it stands beside the review and the next steps, or below them.
   */
  FiledForm?: ComponentType<PartProps<Detail>>
  /**
   * The reviewer's part, within its form: it stands in the place of `Filed`, and shows what is reviewed
   * itself.
   */
  Review?: ComponentType<PartProps<Detail>>
  reviewLines?: FormLines<Detail>
  /** The screens of the record, a tab each in its header. */
  tabs?: (detail: Detail) => readonly LinkTab[]
  /** What the header calls it instead of its number, where its number names another screen. */
  title?: (detail: Detail) => string
  /** Where another record of the list opens on the same tab, by where it opens otherwise. */
  opens?: (path: string) => string
  /** False where documents stand below what was filed alone: the right pane is taken. */
  documentsAside?: false
  /**
   * Whether a step of the agency may be decided on now; where it may not, the screen leads to what is
   * missing.
   */
  useReady?: (detail: Detail) => (action: Action) => Promise<boolean>
  /**
   * Steps of the agency that are not offered as the record stands, by name, such as an approval while
   * something blocks it.
   */
  notOffered?: (detail: Detail) => readonly string[]
  /** Its part for the reviewer, or what was filed, places the documents below the line that is looked at. */
  placesDocuments?: boolean
  /** What was looked at of a record; asked by a component of the screen. */
  useChecks?: (detail: Detail) => readonly Check[]
  /**
   * What is open of a record where its screen shows it in its own way: named in the dialog of a decision, and
   * ticked there.
   */
  useOpenPoints?: (detail: Detail) => readonly Check[]
  /**
   * Figures that stay in sight at the agency; within the review they follow what is typed. Facts named here
   * are shown nowhere else.
   */
  Figures?: ComponentType<{ detail: Detail }>
  /**
   * What an approval approves, in dollars; `typed` is what stands in the review just now. Null as long as
   * nothing does.
   */
  amount?: (detail: Detail, values: Values | null) => number | null
  /**
   * What a decision does, in figures: the record now, and as the server says it would stand; null until it
   * has said so.
   */
  Outcome?: ComponentType<{ action: Action; before: Detail; after: Detail | null }>
  /** Further buttons among the next steps. */
  Actions?: ComponentType<PartProps<Detail>>
  /**
   * What was filed is a worksheet, which takes all the room there is: what else there is of the record stands
   * below it.
   */
  isSheet?: true
}

/** How lists of such records are seen. */
export type Listing<Line = AnyLine> = {
  columns: readonly Column<Line>[]
  /** Tabs of the agency's queue, where they say more than the statuses. */
  tabs?: readonly QueueTab<Line>[]
}

/** The pages of a declared review, and its lists. */
export type PagesOf<R> = Pages<DetailOfReview<R>>
export type ListingOf<R> = Listing<LineOfReview<R>>

/** Pages as the frames take them. */
export const anyPages = (pages: unknown): Pages => pages as Pages
export const anyReview = (review: unknown): AnyReview => review as AnyReview
