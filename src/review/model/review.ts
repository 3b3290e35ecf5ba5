import { z } from 'zod'
import type { Access, PermissionKey } from '#kernel/model/access.ts'
import { permission } from '#kernel/model/access.ts'
import { type Controller, controller } from '#kernel/model/controller.ts'
import { addingNames, documented } from '#kernel/model/documented.ts'
import type { AnyEntity, Fields } from '#kernel/model/entity.ts'
import type { Way } from '#kernel/model/refusals.ts'
import type { Setting } from '#kernel/model/setting.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import { type ReviewCalls, reviewCalls } from './calls.ts'
import type { MailTable } from './mails.ts'
import type { Reviewed } from './reviewed.ts'
import type { Rules } from './rules.ts'
import { standingDetail, standingLine } from './shapes.ts'
import { type Differences, reviewFlow, statusLabel } from './steps.ts'

type Shape = z.ZodRawShape
type DetailOf<F extends Fields, D extends Shape> = z.ZodObject<
  F & Reviewed<string, F>['fields'] & typeof standingDetail & D
>
type LineOf<L extends Shape> = z.ZodObject<typeof standingLine & L>

/** Whose a record is. */
type Owned = { propertyId?: number | null; managementCompanyId?: number | null }

/** How a kind of filed record is reviewed, declared once; `review()` makes the rest of it. */
export type ReviewOptions<D extends Shape, L extends Shape, S extends Shape, R extends Shape> = {
  path: string
  /** In the names of its events and to-dos: `reserve` gives `reserve.approved`. */
  name: string
  /** Before a record's number: `R` gives `R-104`. */
  prefix: string
  /** Letters that people write before its number instead, in lower case; for the search. */
  alsoNumbered?: readonly string[]
  /** What its company calls one of them on buttons and in sentences: "request", "application". */
  noun?: string
  /** The permission that opens it, or what reading and writing ask for. */
  access: PermissionKey | { read: Access; write: Access }
  /** The name under which its documents are stored; the entity's when left out. */
  module?: string
  /**
   * Screens: the list it is found in, one record by its key and owner, a new one, and what there is of its
   * owner.
   */
  routes: { queue: string; open: string; fresh?: string; owner?: (record: Owned) => string }
  /**
   * Where the specification calls a call otherwise: the tail after the path, up to its parameters. Null: the
   * subject answers it itself.
   */
  names?: Partial<Record<CallName, string | null>>
  flow?: Differences
  /** What its screen and its rules look at beyond the record; found by the server. */
  detail?: D
  /** Its lines, by the field of the detail that contains them. */
  lines?: Readonly<Record<string, AnyEntity & { parent: string }>>
  /** Other data in its history, such as its payments, by the field of the detail that contains it. */
  alsoInHistory?: Readonly<Record<string, AnyEntity>>
  /** Columns of its lists beyond the shared ones. */
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
  /** What keeps it from being submitted. */
  rules: Rules<never, never>
  /** What keeps its review from being finished. */
  reviewRules?: Rules<never, never>
  /** Kinds of document it has a place for. */
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
  /** Its decisions go out as letters; the server draws them up. */
  letters?: boolean
}

/** A call of the layer that a subject may rename or answer itself. */
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
  entity: Reviewed<N, F>
  module: string
  noun: string
  flow: Flow<N>
  generic: Controller<Reviewed<N, F>>
  calls: ReviewCalls<DetailOf<F, D>, LineOf<L>, S, R>
  /** Adds the documents' names to the portal's in a record and its lines. */
  saidByDocuments: <V extends object>(detail: V) => V
  numberOf: (id: number) => string
  labelOf: (statusId: number, submitted: string | null) => string
}

/** Any review, for the layer itself. */
export type AnyReview = Omit<Review, 'calls' | 'generic' | 'entity'> & {
  entity: Reviewed
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
  entity: Reviewed<N, F>,
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
    ...standingDetail,
    ...options.detail,
  }) as DetailOf<F, D>
  const detail = documented(ownDetail)
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

/** One record as its screen shows it. */
export type DetailOfReview<R> = R extends Review<string, infer F, infer D> ? z.infer<DetailOf<F, D>> : never
/** One line of its lists. */
export type LineOfReview<R> = R extends Review<string, Fields, infer _D, infer L> ? z.infer<LineOf<L>> : never

type Placed = Pick<AnyReview, 'routes' | 'entity'>

const fieldIn = ({ entity }: Placed, name: string): string =>
  name === 'id' ? entity.key : name === 'projectId' ? 'propertyId' : name

/**
 * The permission that a review's records are read with; null where the agency or a company's own people read
 * them.
 */
export const readKey = ({ access }: Pick<AnyReview, 'access'>): PermissionKey | null => {
  if (typeof access === 'string') return access
  return access.read.kind === 'permission' ? access.read.key : null
}

/**
 * Whether the agency itself enters and submits such records: then no company is asked about them or corrects
 * them.
 */
export const isOfAgency = ({ flow }: { flow: Flow }): boolean => flow.steps.submit?.by === 'agency write'

/** The address of a record within the portal. */
export const openPath = (review: Placed, row: object): string =>
  review.routes.open.replaceAll(/:(\w+)/g, (_, name: string) =>
    String((row as Record<string, unknown>)[fieldIn(review, name)] ?? 0),
  )

/** The address of a new record of an owner. */
export const freshPath = (review: Placed, ownerId: number): string =>
  review.routes.fresh?.replace(/:\w+/, String(ownerId)) ?? openPath(review, { propertyId: ownerId })

/** What leads to a record instead of to a new one; `row` holds the fields of its address. */
export const wayToRecord = (review: Placed & Pick<AnyReview, 'numberOf'>, row: object): Way => ({
  label: `Open ${review.numberOf((row as Record<string, number>)[review.entity.key]!)}`,
  to: openPath(review, row),
})

/** The fields of a record that its address is made of. */
export const openFields = (review: Placed): string[] =>
  [...review.routes.open.matchAll(/:(\w+)/g)].map(([, name]) => fieldIn(review, name!))
