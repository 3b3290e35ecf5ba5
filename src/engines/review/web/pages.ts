import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Action } from '#kernel/model/workflow.ts'
import type { Fact } from '#ui/frame/Facts.tsx'
import type { LinkTab } from '#ui/frame/LinkTabs.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import type { AnyReview, DetailOfReview, LineOfReview } from '../model/review.ts'
import type {
  CommonRecordRow,
  ContentOf,
  DeclaredContent,
  DeclaredReview,
  ReviewContentOf,
} from '../model/reviewed.ts'
import type { SharedDetail, StandingLine } from '../model/shapes.ts'

/** Values of a form, by field name. */
export type Values = Record<string, unknown>
/** A record of any kind, as the review layer handles it. */
export type AnyDetail = CommonRecordRow & SharedDetail & Values
/** A row of any list of records, as the review layer handles it. */
export type AnyLine = StandingLine & Values

/**
 * The props of every part of a record's screen. `refresh` loads the record again, for instance after an
 * upload.
 */
export type PartProps<Detail = AnyDetail> = { detail: Detail; refresh: () => Promise<unknown> }

/**
 * Additional props of a record's form: `known` is the record as last stored, even right after a save.
 * `buttons` saves, submits and shows the result of the last save, and `remove` deletes the draft. A form with
 * `placesButtons` shows both itself.
 */
export type FormProps<Detail = AnyDetail> = PartProps<Detail> & {
  known: { current: Detail }
  buttons: ReactNode
  remove: ReactNode
}

/**
 * Form data beyond the fields that the review declares, such as lines, with its conversion to and from the
 * server.
 */
export type FormLines<Detail = AnyDetail> = {
  shape: z.ZodRawShape
  valuesOf: (detail: Detail) => Values
  /** The data to send with the record; may call the server first, for instance to list a new vendor. */
  sent: (values: Values, detail: Detail) => Promise<Values> | Values
  /** Converts the form values for the rules of submission, if the form has them in another shape. */
  forRules?: (values: Values) => Values
}

type LinesShape = { shape: z.ZodRawShape }
type NoLines = { shape: Record<never, never> }
type InputOfShape<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.input<Shape[Name]> }

/** The values of a record's form: the content of its entity, and its `formLines` if there are any. */
export type FormValues<E extends DeclaredContent, Lines extends LinesShape = NoLines> = ContentOf<E> &
  InputOfShape<Lines['shape']>
/** The values of the reviewer's form: the review fields of the entity, and `reviewLines` if there are any. */
export type ReviewValues<E extends DeclaredReview, Lines extends LinesShape = NoLines> = ReviewContentOf<E> &
  InputOfShape<Lines['shape']>

/** The result of a check of a record. `more` is shown next to it, for example a link to act on it. */
export type Check = { words: string; fine: boolean; more?: ReactNode }

/**
 * A tab of the agency's queue. It has the open records that match, or records of a status, of a part, or all,
 * which the server pages.
 */
export type QueueTab<Line> =
  | { label: string; match: (line: Line) => boolean }
  | { label: string; served: { status?: number; part?: string } }

/** The sections that a kind of filed record adds to the screens of the review layer. */
export type Pages<Detail = AnyDetail> = {
  /** Sections of the form while the company writes. */
  Form: ComponentType<FormProps<Detail>>
  formLines?: FormLines<Detail>
  /**
   * Whether the form shows its buttons in a foot of its own, as a worksheet does; otherwise they are below
   * it.
   */
  placesButtons?: true
  /** False where it is submitted by an action of its own, such as a certification. */
  submits?: false
  /** The form values that a new record copies from this one; without it, no copies are offered. */
  copied?: (detail: Detail) => Values
  /** Initial values from the address of a new record, shown in its form as if the record contained them. */
  offered?: (detail: Detail, search: URLSearchParams) => Values
  /** Content above the form of a new record. */
  Before?: ComponentType<PartProps<Detail>>
  /** The facts shown of a filed record; those with `sum` are among the figures, if there are any. */
  facts: (detail: Detail) => readonly Fact[]
  /** The filed content, beyond the facts. */
  Filed?: ComponentType<PartProps<Detail>>
  /** The filed content, if it is a long form: it is next to the review and the next steps, or below them. */
  FiledForm?: ComponentType<PartProps<Detail>>
  /** The reviewer's part, within its form: it replaces `Filed`, and shows the reviewed content itself. */
  Review?: ComponentType<PartProps<Detail>>
  reviewLines?: FormLines<Detail>
  /** The screens of the record, a tab each in its header. */
  tabs?: (detail: Detail) => readonly LinkTab[]
  /** The title in the header instead of its number, for records whose number names another screen. */
  title?: (detail: Detail) => string
  /**
   * What is submitted, and what follows its submission, as a sentence. The confirmation and the receipt say
   * it, where the workflow's own words do not name the record.
   */
  submission?: (detail: Detail) => { title: string; next: string }
  /** Converts the path of another record of the list to the path of the same tab as here. */
  opens?: (path: string) => string
  /** False if documents are only below the filed content, because the right pane is taken. */
  documentsAside?: false
  /** Whether a step of the agency may be decided now; if not, the screen leads to the missing input. */
  useReady?: (detail: Detail) => (action: Action) => Promise<boolean>
  /**
   * Names of the agency's steps that are not offered in the record's current state, such as an approval while
   * something blocks it.
   */
  notOffered?: (detail: Detail) => readonly string[]
  /** Whether `Review` or `Filed` shows the documents of the selected line itself. */
  placesDocuments?: boolean
  /** The checks of a record; called by a component of the screen. */
  useChecks?: (detail: Detail) => readonly Check[]
  /**
   * The open points of a record whose screen shows them in its own way: named and ticked in the dialog of a
   * decision.
   */
  useOpenPoints?: (detail: Detail) => readonly Check[]
  /**
   * Figures that stay in sight at the agency; within the review they follow the typed values. Facts named
   * here are shown nowhere else.
   */
  Figures?: ComponentType<{ detail: Detail }>
  /**
   * The amount that an approval approves, in dollars; `typed` has the current values of the review. Null
   * while there is none.
   */
  amount?: (detail: Detail, values: Values | null) => number | null
  /**
   * The effect of a decision, in figures: the record now, and after it by the server's preview; null until
   * that has loaded.
   */
  Outcome?: ComponentType<{ action: Action; before: Detail; after: Detail | null }>
  /** Further buttons among the next steps. */
  Actions?: ComponentType<PartProps<Detail>>
  /** The filed content is a worksheet, which takes the full width: the rest of the record is below it. */
  isSheet?: true
}

/** The columns and tabs of the lists of such records. */
export type Listing<Line = AnyLine> = {
  columns: readonly Column<Line>[]
  /** Tabs of the agency's queue, if they are not those of the statuses. */
  tabs?: readonly QueueTab<Line>[]
}

/** The types of the pages and lists of a declared review. */
export type PagesOf<R> = Pages<DetailOfReview<R>>
export type ListingOf<R> = Listing<LineOfReview<R>>

/** Convert the pages or the review of a kind to the types of the review layer. */
export const anyPages = (pages: unknown): Pages => pages as Pages
export const anyReview = (review: unknown): AnyReview => review as AnyReview
