import { z } from 'zod'
import { outLine } from '#ground/people/absences/model/index.ts'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'

const name = z.string().nullable()
const path = '/api/Work'

/** Most records that one action takes at once. */
const MOST_AT_ONCE = 200

/** Steps that may be taken for many records at once; a decision is made on each by itself. */
export const stepsAtOnce = ['startReview', 'review'] as const
export type StepAtOnce = (typeof stepsAtOnce)[number]

/**
 * A person a record can be assigned to; `out` while they are out of office, with the person who covers their
 * work.
 */
export const analystLine = z.object({ userId: z.int(), name: z.string(), out: outLine.nullable() })
export type AnalystLine = z.infer<typeof analystLine>

/**
 * Whose act is next with a record: its company's, which was asked something, its analyst's, or once reviewed
 * a manager's.
 */
export const turns = ['company', 'analyst', 'manager'] as const
export type Turn = (typeof turns)[number]

/** A filed record of any kind that waits for the agency, or another to-do of the agency. */
export const workLine = z.object({
  /** Which declared review it is of, else which source of to-dos, and what one of these is called. */
  kind: z.string(),
  kindLabel: z.string(),
  id: z.int(),
  /** Of a to-do the next act, such as "Decide". */
  number: z.string(),
  /** The subject of a to-do; null for a filed record. */
  title: name,
  /** Its screen, a path of the app. */
  to: z.string(),
  /** The property or company it is about, and where that is. */
  subject: z.string(),
  city: name,
  /** Physical occupancy of the property's newest month, in percent points; null where none was filed. */
  occupancy: z.number().nullable(),
  companyName: name,
  /** The requested amount, in dollars; null for kinds without one. */
  amount: z.number().nullable(),
  /** Null for a to-do, which has no status, no analyst and no promised day. */
  statusId: z.int().nullable(),
  statusLabel: z.string(),
  version: z.int().nullable(),
  submitted: name,
  /** Calendar days since it was submitted, or waits. */
  ageDays: z.int().nullable(),
  /** The day by which the agency promised to decide; null where its kind promises none. */
  promisedBy: name,
  /** Until when its company was asked for an answer that has not come yet. */
  askedUntil: name,
  reviewerId: z.int().nullable(),
  reviewerName: name,
  /** Whose act is next; null of a to-do. */
  turn: z.enum(turns).nullable(),
  /** Whether it was reviewed and the caller may approve it. */
  mayApprove: z.boolean(),
  /** Which of the steps for many the caller may take now. */
  steps: z.array(z.enum(stepsAtOnce)),
})
export type WorkLine = z.infer<typeof workLine>

/**
 * Whether the next act is this person's: a review of their own or of a person they cover for today, or an
 * approval that is open to them. The list, its counts, the navigation and the line above the properties all
 * use this.
 */
export const isMine = (
  { turn, mayApprove, reviewerId }: Pick<WorkLine, 'turn' | 'mayApprove' | 'reviewerId'>,
  me: number,
  standsInFor: ReadonlySet<number>,
): boolean =>
  turn === 'manager'
    ? mayApprove
    : turn === 'analyst' && (reviewerId === me || standsInFor.has(reviewerId ?? 0))

/** Whether the agency has to act: what waits for the company is shown, but does not count. */
export const isWithAgency = ({ turn }: Pick<WorkLine, 'turn'>): boolean => turn !== 'company'

/** Whether the day by which a decision was promised has passed, and it is the agency that has to act. */
export const isLate = ({ promisedBy, turn }: Pick<WorkLine, 'promisedBy' | 'turn'>, today: string): boolean =>
  promisedBy !== null && promisedBy < today && isWithAgency({ turn })

/** Whether nobody has a record that an analyst acts on next. */
export const isNotAssigned = ({ reviewerId, turn }: Pick<WorkLine, 'reviewerId' | 'turn'>): boolean =>
  reviewerId === null && turn !== 'manager'

/** What these records ask for in all, in dollars. */
export const computeReviewSum = (rows: readonly Pick<WorkLine, 'amount'>[]): number =>
  rows.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0) / 100

export const getWork = call({
  method: 'GET',
  path: `${path}/GetOpen`,
  access: agency('read'),
  answer: z.object({
    /** The agency's day. */
    today: z.string(),
    rows: z.array(workLine),
    /** Whom a record can be given to. */
    people: z.array(analystLine),
  }),
  summary:
    'Filed records of all kinds waiting for the agency, oldest first, followed by other work waiting for it',
})

/** An open record of a property; of those who decide, companies see nothing. */
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
    /** Records whose next act is the caller's, and how many of them are late. */
    mine: z.int(),
    late: z.int(),
    /** Those of them that wait for the caller's approval, and what they ask for in dollars. */
    toApprove: z.int(),
    amount: z.number(),
  }),
  summary: 'The number of filed records waiting for the caller',
})

/** A decision with the day it was promised by. */
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
  /** Those that stay as they were, each with the reason. */
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
    /** Messages of an assignment that this one takes back; those not read yet go. */
    takesBack: z.array(z.int()).max(MOST_AT_ONCE).optional(),
  }),
  answer: outcome.extend({
    /** Who had them before, in the order of `done`. */
    before: z.array(z.int().nullable()),
    /** Messages that went to the new analysts. */
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
