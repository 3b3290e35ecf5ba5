import { z } from 'zod'
import { outLine } from '#core/people/absences/model/index.ts'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'

const name = z.string().nullable()
const path = '/api/Work'

/** The most records that one action may change. */
const MOST_AT_ONCE = 200

/** Steps that may be taken for many records at once. Decisions are made on each record individually. */
export const stepsAtOnce = ['startReview', 'review'] as const
export type StepAtOnce = (typeof stepsAtOnce)[number]

/**
 * A person to whom a record can be assigned. `out` is set while they are out of office and names the person
 * who covers their work.
 */
export const analystLine = z.object({ userId: z.int(), name: z.string(), out: outLine.nullable() })
export type AnalystLine = z.infer<typeof analystLine>

/**
 * Who acts next on a record: the company if it was asked a question, a manager if the record is reviewed, and
 * otherwise the analyst.
 */
export const turns = ['company', 'analyst', 'manager'] as const
export type NextActor = (typeof turns)[number]

/** A filed record of any kind that waits for the agency, or another to-do of the agency. */
export const workLine = z.object({
  /** The name of the review, or of the source of a to-do. */
  kind: z.string(),
  /** The name of one record of this kind. */
  kindLabel: z.string(),
  id: z.int(),
  /** The record's number, or for a to-do the next action, such as "Decide". */
  number: z.string(),
  /** The subject of a to-do; null for a filed record. */
  title: name,
  /** The path of its screen. */
  to: z.string(),
  /** The property or company it is about. */
  subject: z.string(),
  /** The city of the property. */
  city: name,
  /** Physical occupancy of the property's newest month, in percent points; null where none was filed. */
  occupancy: z.number().nullable(),
  companyName: name,
  /** The requested amount, in dollars; null for kinds without one. */
  amount: z.number().nullable(),
  /** Null for a to-do, which has no status. */
  statusId: z.int().nullable(),
  statusLabel: z.string(),
  version: z.int().nullable(),
  submitted: name,
  /** Calendar days since the record was submitted or the to-do began to wait. */
  ageDays: z.int().nullable(),
  /** The day by which the agency promised to decide; null where its kind promises none. */
  promisedBy: name,
  /** The day by which the company was asked to answer an open question; null without one. */
  askedUntil: name,
  reviewerId: z.int().nullable(),
  reviewerName: name,
  /** Who acts next; null for a to-do. */
  turn: z.enum(turns).nullable(),
  /** Whether it was reviewed and the caller may approve it. */
  mayApprove: z.boolean(),
  /** The steps of `stepsAtOnce` that the caller may take now. */
  steps: z.array(z.enum(stepsAtOnce)),
})
export type WorkLine = z.infer<typeof workLine>

/**
 * Whether this person acts next: the record is assigned to them or to a person they cover for today, or they
 * may approve it. The list, its counts, the navigation and the line above the properties all use this.
 */
export const isMine = (
  { turn, mayApprove, reviewerId }: Pick<WorkLine, 'turn' | 'mayApprove' | 'reviewerId'>,
  userId: number,
  coveredUserIds: ReadonlySet<number>,
): boolean =>
  turn === 'manager'
    ? mayApprove
    : turn === 'analyst' && (reviewerId === userId || coveredUserIds.has(reviewerId ?? 0))

/** Whether the agency has to act. Records that wait for the company are listed but not counted. */
export const isWithAgency = ({ turn }: Pick<WorkLine, 'turn'>): boolean => turn !== 'company'

/** Whether the promised day has passed and the agency has to act. */
export const isLate = ({ promisedBy, turn }: Pick<WorkLine, 'promisedBy' | 'turn'>, today: string): boolean =>
  promisedBy !== null && promisedBy < today && isWithAgency({ turn })

/** Whether an analyst acts next and no analyst is assigned. */
export const isNotAssigned = ({ reviewerId, turn }: Pick<WorkLine, 'reviewerId' | 'turn'>): boolean =>
  reviewerId === null && turn !== 'manager'

/** Adds up the amounts that these records request, in dollars. */
export const computeReviewSum = (rows: readonly Pick<WorkLine, 'amount'>[]): number =>
  rows.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0) / 100

export const getWork = call({
  method: 'GET',
  path: `${path}/GetOpen`,
  access: agency('read'),
  answer: z.object({
    /** Today in the agency's time zone. */
    today: z.string(),
    rows: z.array(workLine),
    /** The analysts to whom a record can be assigned. */
    people: z.array(analystLine),
  }),
  summary:
    'Filed records of all kinds waiting for the agency, oldest first, followed by other work waiting for it',
})

/** An open record of a property. Companies do not see the analyst. */
export const openLine = workLine
  .pick({
    kindLabel: true,
    id: true,
    number: true,
    to: true,
    amount: true,
    statusId: true,
    statusLabel: true,
  })
  .extend(workLine.pick({ submitted: true, promisedBy: true, reviewerName: true }).shape)
  .extend({ statusId: z.int() })
export type OpenLine = z.infer<typeof openLine>

export const getOpenAtProperty = call({
  method: 'GET',
  path: `${path}/GetOpenAtProperty/:propertyId`,
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.object({ today: z.string(), rows: z.array(openLine) }),
  summary:
    'Undecided filed records of a property, of all kinds the caller may read; for companies, also drafts',
})

export const getWorkCount = call({
  method: 'GET',
  path: `${path}/GetCount`,
  access: agency('read'),
  answer: z.object({
    /** The number of records on which the caller acts next. */
    mine: z.int(),
    /** The number of these records that are late. */
    late: z.int(),
    /** The number of these records that wait for the caller's approval. */
    toApprove: z.int(),
    /** The total that the records to approve request, in dollars. */
    amount: z.number(),
  }),
  summary: 'The number of filed records waiting for the caller',
})

/** A decided record with the day by which the decision was promised. */
export const decidedLine = workLine
  .pick({ kindLabel: true, number: true, to: true, subject: true, companyName: true, reviewerName: true })
  .extend({ submitted: z.string(), decidedOn: z.string(), promisedBy: z.string() })
export type DecidedLine = z.infer<typeof decidedLine>

export const getDecidedWork = call({
  method: 'GET',
  path: `${path}/GetDecided`,
  access: agency('read'),
  answer: z.object({ today: z.string(), rows: z.array(decidedLine) }),
  summary: 'Decisions of the last 60 days on kinds of records with a promised decision date, latest first',
})

const record = z.object({ kind: z.string().max(100), id: id(), version: z.int().nullable().optional() })
const outcome = z.object({
  done: z.array(z.object({ kind: z.string(), id: z.int(), version: z.int() })),
  /** The records that did not change, each with the reason. */
  refused: z.array(z.object({ kind: z.string(), id: z.int(), number: z.string(), reason: z.string() })),
})
export type WorkOutcome = z.infer<typeof outcome>

export const assignWork = call({
  method: 'POST',
  path: `${path}/Assign`,
  access: agency('write'),
  body: z.object({
    rows: z
      .array(record.extend({ userId: z.int().nullable() }))
      .min(1)
      .max(MOST_AT_ONCE),
    /** Ids of the messages of an assignment that this one undoes. Those not read yet are deleted. */
    takesBack: z.array(z.int()).max(MOST_AT_ONCE).optional(),
  }),
  answer: outcome.extend({
    /** The analysts before the change, in the order of `done`. */
    before: z.array(z.int().nullable()),
    /** Ids of the messages that were sent to the new analysts. */
    messages: z.array(z.int()),
  }),
  summary: 'Assign records to analysts; each new analyst gets one message',
})

export const stepWork = call({
  method: 'POST',
  path: `${path}/TakeStep`,
  access: agency('write'),
  body: z.object({ step: z.enum(stepsAtOnce), rows: z.array(record).min(1).max(MOST_AT_ONCE) }),
  answer: outcome,
  summary: 'Start the review of many records, or mark them as reviewed',
})
