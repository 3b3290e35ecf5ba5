import { z } from 'zod'
import {
  complianceMails,
  type DetailOfReview,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { id } from '#kernel/model/field.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type ChecklistItem, checklistItems, RentIncrease, RoomRentIncrease } from './entities.ts'
import { facts } from './facts.ts'
import * as reviewRules from './reviewRules.ts'
import { inputsShape, recordShape } from './rows.ts'
import * as rules from './rules.ts'
import { rentIncreaseSettings as settings } from './settings.ts'

const money = RoomRentIncrease.fields.approvedRent
/** The fields of a row that the reviewer may change. */
export const reviewedRow = z.object({
  roomRentIncreaseRequestId: id('Row'),
  approvedRent: money.optional(),
  lowerReason: RoomRentIncrease.fields.lowerReason.optional(),
  medianPercent: RoomRentIncrease.fields.medianPercent.optional(),
  utilityAllowance: RoomRentIncrease.fields.utilityAllowance.optional(),
})
export type ReviewedRowSent = z.infer<typeof reviewedRow>
const reviewedRows = z.array(reviewedRow).max(1000)

const APPROVE_TEXT =
  'Schedule II is drawn up as the letter, everyone concerned is mailed, and the approved rents apply from their effective date.'

/**
 * Declares how rents are raised: filed by the company, reviewed on three pages, approved as Schedule II
 * (domain 14, 39).
 */
export const increases = review(RentIncrease, {
  path: '/api/RentIncrease',
  name: facts.name,
  prefix: 'RI',
  access: facts.permission,
  module: facts.module,
  routes: {
    queue: facts.queue,
    open: facts.open,
    owner: ({ propertyId }) => `/rentIncrease/RentIncreaseList/${propertyId}`,
  },
  names: {
    one: 'GetRentIncrease',
    list: 'GetHeaderListByUser',
    ofProperty: 'GetHeaderList',
    save: 'saveRentIncreaseProgress',
    saveReview: 'SaveWorksheet',
  },
  flow: {
    labels: { [RequestStatus.REJECTED]: 'Denied' },
    steps: {
      approve: { confirm: APPROVE_TEXT },
      approveDirectly: { by: 'agency manager', confirm: APPROVE_TEXT },
      deny: { by: 'agency manager' },
      // A denied request returns to review only by an appeal.
      reopen: {
        from: [RequestStatus.APPROVED],
        confirm:
          'It returns to review, and the approved rents do not come into force. Only before their day.',
      },
    },
    extra: [
      {
        name: 'appeal',
        label: 'Take up the appeal',
        done: 'Appeal taken up',
        from: [RequestStatus.REJECTED],
        to: RequestStatus.UNDER_REVIEW,
        by: 'agency write',
        reason: 'required',
        confirm: 'The company has appealed in writing: the denied request returns to review.',
      },
    ],
  },
  detail: {
    lines: z.array(RoomRentIncrease.row),
    ...inputsShape,
    ...recordShape,
    /** Rents that cannot be raised here because another agency sets them. */
    elsewhere: z.array(z.object({ label: z.string(), units: z.int() })),
    window: z.object({ opens: z.string(), closes: z.string(), isOpen: z.boolean(), rentsFrom: z.string() }),
    lastIncrease: z.string().nullable(),
    housingType: z.string(),
    rules: z.object({ monthsBetween: z.number(), noticeDays: z.number(), rollDays: z.number() }),
    /** The checklist answers that the portal can give. */
    known: z.array(
      z.object({
        tick: z.enum(checklistItems as [ChecklistItem, ...ChecklistItem[]]),
        value: z.boolean(),
        fact: z.string(),
        source: z.string(),
        enough: z.boolean().optional(),
      }),
    ),
    appealUntil: z.string().nullable(),
  },
  lines: { lines: RoomRentIncrease },
  withheld: ['approvedRent', 'lowerReason', 'approvedPercent'],
  line: {
    rentIncreaseTypeId: z.int(),
    rentIncreaseType: z.string(),
    rentEffectiveDate: z.iso.date().nullable(),
    currentRents: z.number().nullable(),
    requestedRents: z.number().nullable(),
    approvedRents: z.number().nullable(),
    /**
     * The increase in percent of the current rents (RI-02). The approved one is of an approved request
     * only.
     */
    requestedPercent: z.number().nullable(),
    approvedPercent: z.number().nullable(),
  },
  saves: {
    lines: z.array(RoomRentIncrease.input).max(1000).optional(),
    lineDeleteIds: z.array(id('Row')).max(1000).optional(),
  },
  reviews: { lines: reviewedRows.optional() },
  beyond: {
    fields: {
      tenantsNotifiedOn: 'the day of the tenants’ notice',
      'lines.confirmedRent': 'that the rounded rents are confirmed',
      certified: 'the certification',
    },
    strict: settings.beyondDocuments,
  },
  rules: {
    'RIN-1': rules.checkType,
    'RIN-2': rules.checkDates,
    'RIN-3': rules.checkRows,
    'RIN-4': rules.checkNotice,
    'RIN-5': ({ certified }: rules.Content) =>
      !certified && { field: 'certified', message: 'Certify that rents and tenants are those of today.' },
  },
  reviewRules: {
    'RIN-6': reviewRules.checkWorksheet,
    'RIN-7': reviewRules.checkChecklist,
    'RIN-8': reviewRules.checkTaxCredit,
    'RIN-9': reviewRules.checkCashFlow,
  },
  documents: rules.documentKinds,
  letters: true,
  mails: complianceMails,
  settings: {
    queue: settings.queueAddress,
    twoPerson: settings.twoPerson,
    turnaround: settings.turnaroundDays,
  },
})

export type Detail = DetailOfReview<typeof increases>
export type ListLine = LineOfReview<typeof increases>
export type IncreaseRow = ReviewedRow<typeof RentIncrease>
