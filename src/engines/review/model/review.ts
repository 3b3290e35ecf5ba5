import { z } from 'zod'
import type { Access, PermissionKey } from '#kernel/model/access.ts'
import { permission } from '#kernel/model/access.ts'
import { type Controller, controller } from '#kernel/model/controller.ts'
import { addDocumentNamesToSchema, addingNames } from '#kernel/model/documented.ts'
import type { AnyEntity, Fields } from '#kernel/model/entity.ts'
import type { AlternativeLink } from '#kernel/model/refusals.ts'
import type { Setting } from '#kernel/model/setting.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import { type ReviewCalls, reviewCalls } from './calls.ts'
import type { MailTable } from './mails.ts'
import type { ReviewedEntity } from './reviewed.ts'
import type { Rules } from './rules.ts'
import { sharedDetailFields, standingLine } from './shapes.ts'
import { type Differences, reviewFlow, statusLabel } from './steps.ts'

type Shape = z.ZodRawShape
type DetailOf<F extends Fields, D extends Shape> = z.ZodObject<
  F & ReviewedEntity<string, F>['fields'] & typeof sharedDetailFields & D
>
type LineOf<L extends Shape> = z.ZodObject<typeof standingLine & L>

/** The property or the company that a record belongs to. */
type Owned = { propertyId?: number | null; managementCompanyId?: number | null }

/** The declaration of how a kind of filed record is reviewed. `review()` derives everything else from it. */
export type ReviewOptions<D extends Shape, L extends Shape, S extends Shape, R extends Shape> = {
  path: string
  /** The prefix of the names of its events and to-dos: `reserve` gives `reserve.approved`. */
  name: string
  /** The letters before a record's number: `R` gives `R-104`. */
  prefix: string
  /** Other prefixes, in lower case, under which the search also finds its numbers. */
  alsoNumbered?: readonly string[]
  /** The word for one record on buttons and in sentences: "request", "application". */
  noun?: string
  /** The permission for reading and writing its records, or a separate requirement for each. */
  access: PermissionKey | { read: Access; write: Access }
  /** The name under which its documents are stored; the entity's when left out. */
  module?: string
  /**
   * The paths of its screens: the list of records, one record by its key and owner, a new record, and all
   * records of an owner.
   */
  routes: { queue: string; open: string; fresh?: string; owner?: (record: Owned) => string }
  /**
   * Calls that have another name in the specification: the end of the path, without its parameters. Null
   * means that the subject answers the call itself.
   */
  names?: Partial<Record<CallName, string | null>>
  flow?: Differences
  /** Data that the server loads in addition to the record, for its screen and its rules. */
  detail?: D
  /** Its lines, by the field of the detail that contains them. */
  lines?: Readonly<Record<string, AnyEntity & { parent: string }>>
  /** Other data in its history, such as its payments, by the field of the detail that contains it. */
  alsoInHistory?: Readonly<Record<string, AnyEntity>>
  /** Columns that only the lists of this subject have. */
  line?: L
  /**
   * Names in its lines, its detail and its lists of values that a company reads only once the decision is
   * made, other than the fields of the record itself; its screens say of each that it is not shown.
   */
  withheld?: readonly string[]
  /**
   * Named parts of its records, for tabs and queues of their own; the server decides which records are in
   * each.
   */
  parts?: readonly string[]
  /** Data that a save sends in addition to the record, such as its lines. */
  saves?: S
  /** Data that the reviewer's save sends in addition to the record. */
  reviews?: R
  /**
   * Fields that its rules require beyond the documents, by the fields of their faults (`items.categoryId` for
   * those of each line): required on screens; if a call files without them, the reviewer is notified, unless
   * `strict` is set.
   */
  beyond?: { fields: Readonly<Record<string, string>>; strict: Setting<boolean> }
  /** The rules that a record must meet before it is submitted. */
  rules: Rules<never, never>
  /** The rules that a record must meet before its review is finished. */
  reviewRules?: Rules<never, never>
  /** The document types that its screen has a place for. */
  documents?: readonly string[]
  mails: MailTable
  settings: {
    /** Mail address of the queue. */
    queue: Setting<string>
    /** Whether a person other than the reviewer approves. */
    twoPerson?: Setting<boolean>
    /** Days in which the agency promises to decide. */
    turnaround?: Setting<number>
  }
  /** Whether its decisions are also sent as letters, which the server writes. */
  letters?: boolean
}

/** A call of the review layer that a subject may rename or answer itself. */
export type CallName =
  | 'list'
  | 'ofProperty'
  | 'one'
  | 'fresh'
  | 'save'
  | 'saveReview'
  | 'letters'
  | 'changeStatus'
  | 'history'

/** A kind of filed record with everything that follows from its declaration. */
export type Review<
  N extends string = string,
  F extends Fields = Fields,
  D extends Shape = Shape,
  L extends Shape = Shape,
  S extends Shape = Shape,
  R extends Shape = Shape,
> = Omit<ReviewOptions<D, L, S, R>, 'flow'> & {
  entity: ReviewedEntity<N, F>
  module: string
  noun: string
  flow: Flow<N>
  generic: Controller<ReviewedEntity<N, F>>
  calls: ReviewCalls<DetailOf<F, D>, LineOf<L>, S, R>
  /** Adds the documents' names to the portal's in a record and its lines. */
  saidByDocuments: <V extends object>(detail: V) => V
  numberOf: (id: number) => string
  labelOf: (statusId: number, submitted: string | null) => string
}

/** A review of any kind, for code of the review layer. */
export type AnyReview = Omit<Review, 'calls' | 'generic' | 'entity'> & {
  entity: ReviewedEntity
  generic: Controller
  calls: ReviewCalls
}

/** Declares how a kind of filed record is reviewed. */
export function review<
  const N extends string,
  F extends Fields,
  D extends Shape = Record<never, never>,
  L extends Shape = Record<never, never>,
  S extends Shape = Record<never, never>,
  R extends Shape = Record<never, never>,
>(
  entity: ReviewedEntity<N, F>,
  options: ReviewOptions<D, L, S, R> & {
    rules: Rules<z.infer<DetailOf<F, D>> & z.infer<z.ZodObject<S>>, z.infer<DetailOf<F, D>>>
    reviewRules?: Rules<never, z.infer<DetailOf<F, D>>>
  },
): Review<N, F, D, L, S, R> {
  const { path, prefix, access, flow: differences = {} } = options
  const title = entity.label
  const { read, write } =
    typeof access === 'string'
      ? { read: permission(access, 'read'), write: permission(access, 'write') }
      : access
  const ownDetail = z.object({
    ...entity.fields,
    ...sharedDetailFields,
    ...options.detail,
  }) as DetailOf<F, D>
  const detail = addDocumentNamesToSchema(ownDetail)
  const line = z.object({ [entity.key]: z.int(), ...standingLine, ...options.line }) as LineOf<L>
  const flow = reviewFlow(entity.name, title, differences)
  return {
    ...options,
    entity,
    module: options.module ?? entity.name,
    noun: options.noun ?? 'request',
    flow,
    generic: controller(entity, { path, read, write }),
    calls: reviewCalls(entity, {
      ...options,
      own: options.line ?? {},
      title,
      read,
      write,
      detail,
      line,
      statuses: flow.statuses,
    }),
    saidByDocuments: addingNames(ownDetail),
    numberOf: (id) => `${prefix}-${id}`,
    labelOf: (statusId, submitted) => statusLabel(flow, statusId, submitted),
  }
}

/** The type of one record of a review as its screen shows it. */
export type DetailOfReview<R> = R extends Review<string, infer F, infer D> ? z.infer<DetailOf<F, D>> : never
/** The type of one row in the lists of a review. */
export type LineOfReview<R> = R extends Review<string, Fields, infer _D, infer L> ? z.infer<LineOf<L>> : never

type RoutedReview = Pick<AnyReview, 'routes' | 'entity'>

const getFieldOfParameter = ({ entity }: RoutedReview, name: string): string =>
  name === 'id' ? entity.key : name === 'projectId' ? 'propertyId' : name

/**
 * Returns the permission needed to read a review's records. Null if reading depends on being of the agency or
 * of the company instead.
 */
export const getReadPermission = ({ access }: Pick<AnyReview, 'access'>): PermissionKey | null => {
  if (typeof access === 'string') return access
  return access.read.kind === 'permission' ? access.read.key : null
}

/**
 * Whether the agency itself enters and submits such records. No company is then asked about them or corrects
 * them.
 */
export const isFiledByAgency = ({ flow }: { flow: Flow }): boolean => flow.steps.submit?.by === 'agency write'

/** Returns the path of a record's screen. */
export const openPath = (review: RoutedReview, row: object): string =>
  review.routes.open.replaceAll(/:(\w+)/g, (_, name: string) =>
    String((row as Record<string, unknown>)[getFieldOfParameter(review, name)] ?? 0),
  )

/** Returns the path of the screen for a new record of an owner. */
export const freshPath = (review: RoutedReview, ownerId: number): string =>
  review.routes.fresh?.replace(/:\w+/, String(ownerId)) ?? openPath(review, { propertyId: ownerId })

/**
 * Builds the link that offers an existing record instead of beginning a new one. `row` has the fields that
 * are part of the path.
 */
export const buildRecordLink = (
  review: RoutedReview & Pick<AnyReview, 'numberOf'>,
  row: object,
): AlternativeLink => ({
  label: `Open ${review.numberOf((row as Record<string, number>)[review.entity.key]!)}`,
  to: openPath(review, row),
})

/** Returns the fields of a record that are part of the path of its screen. */
export const openFields = (review: RoutedReview): string[] =>
  [...review.routes.open.matchAll(/:(\w+)/g)].map(([, name]) => getFieldOfParameter(review, name!))
