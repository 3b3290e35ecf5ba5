import { z } from 'zod'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import {
  complianceMails,
  type DetailOfReview,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { ProjectOccupancy, ProjectOccupancyRoom } from './entities.ts'
import { getMonthListPath, occupancyFacts } from './facts.ts'
import { room, roomInput } from './rooms.ts'
import * as rules from './rules.ts'
import { occupancySettings as settings } from './settings.ts'

const { SUBMITTED, APPROVED } = RequestStatus

/** The summary of a month, displayed with another month of the same property. */
export const otherMonth = z.object({
  projectOccupancyId: z.int(),
  periodDate: z.string(),
  statusId: z.int(),
  units: z.int(),
  vacantUnits: z.int().nullable(),
  offLineUnits: z.int().nullable(),
  waitingList: z.int().nullable(),
  whyBelow: z.string().nullable(),
  stepsTaken: z.string().nullable(),
  rooms: z.array(room),
})
export type OtherMonth = z.infer<typeof otherMonth>

/** The facts that a month is checked against and compared with. The server adds them to each month. */
export const factsShape = {
  dueDate: z.string().nullable(),
  explainBelow: z.number(),
  explains: z.boolean(),
  /** Why the property does not have to explain low occupancy, in words; null if it has to. */
  exempt: z.string().nullable(),
  last: otherMonth.nullable(),
  /** The number of consecutive months before this one that were below the threshold. */
  belowBefore: z.int(),
  /** Earlier months that are due and missing, by their first days. */
  missing: z.array(z.string()),
}

/**
 * Declares the review of occupancy months: a company submits a month and can take it back, the agency can
 * return it, and the nightly job accepts it (domain 17.6).
 */
export const occupancies = review(ProjectOccupancy, {
  path: '/api/ProjectOccupancy',
  name: occupancyFacts.name,
  prefix: 'OC',
  noun: 'month',
  access: 'Occupancy',
  module: occupancyFacts.module,
  routes: { queue: occupancyFacts.queue, open: occupancyFacts.open, owner: getMonthListPath },
  names: { ofProperty: 'GetByProjectId', fresh: null },
  flow: {
    labels: { [APPROVED]: 'Accepted' },
    steps: {
      submit: { confirm: 'The agency receives it. You can take it back until it is accepted.' },
      recall: { label: 'Take back', done: 'Taken back', confirm: 'It comes back to you for changes.' },
      return: { from: [SUBMITTED, APPROVED] },
      startReview: null,
      review: null,
      approve: null,
      approveDirectly: null,
      deny: null,
      reopen: null,
    },
    extra: [
      {
        name: 'accept',
        label: 'Accept',
        done: 'Accepted',
        from: [SUBMITTED],
        to: APPROVED,
        by: 'system',
        reason: 'none',
        confirm: '',
      },
    ],
  },
  detail: {
    rooms: z.array(room),
    /** The day on which the month is accepted if it is submitted today, or as it was submitted. */
    acceptsOn: z.iso.date(),
    ...factsShape,
  },
  lines: { rooms: ProjectOccupancyRoom },
  line: {
    periodDate: z.iso.date(),
    units: z.int(),
    vacantUnits: z.int().nullable(),
    offLineUnits: z.int().nullable(),
    moveIns: z.int().nullable(),
    moveOuts: z.int().nullable(),
    waitingList: z.int().nullable(),
    /** In percent points; null if the vacant units are not entered yet. */
    occupancy: z.number().nullable(),
  },
  parts: ['below'],
  saves: { rooms: z.array(roomInput).max(100).optional() },
  beyond: {
    fields: {
      'rooms.offLineCount': 'units off line',
      'rooms.moveIns': 'move-ins',
      'rooms.waitingList': 'the waiting list',
      whyBelow: 'why so few units are occupied',
      stepsTaken: 'what is done about vacant units',
      inquiries: 'inquiries',
      applications: 'applications',
      comments: 'comments',
    },
    strict: settings.beyondDocuments,
  },
  rules: {
    'OCC-1': rules.getMissingCounts,
    'OCC-2': rules.getImpossibleCounts,
    'OCC-3': rules.getMissingExplanations,
    'OCC-4': rules.getCarryoverFaults,
    'OCC-5': rules.getNotOverFault,
  },
  documents: ['Rent roll', 'Other'],
  mails: {
    ...complianceMails,
    // No mail per month: the person who submits several gets one mail for all of them.
    submitted: { to: [], cc: [] },
    returned: { to: ['submitter', ContactType.OccupancyContact], cc: ['companyAdmins'] },
  },
  settings: { queue: settings.queueAddress },
})

export type MonthDetail = DetailOfReview<typeof occupancies>
export type MonthLine = LineOfReview<typeof occupancies>
export type MonthRow = ReviewedRow<typeof ProjectOccupancy>
