import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id, number } from '#kernel/model/field.ts'

const path = '/api/ComplianceInspection'

const inspectorLine = z.object({
  complianceInspectorId: z.int(),
  userId: z.int(),
  name: z.string(),
  homeOffice: z.string().nullable(),
  /** The region of the home office; null if unknown. */
  regionName: z.string().nullable(),
  visitsPerMonth: z.int(),
  active: z.boolean(),
  months: z.array(z.object({ planned: z.int(), capacity: z.int() })).length(12),
})
export type InspectorLine = z.infer<typeof inspectorLine>

export const getInspectors = call({
  method: 'GET',
  path: '/api/ComplianceInspector/GetByYear/:year',
  access: agency('read'),
  params: z.object({ year: number('Year', 2000, 2200).unwrap() }),
  answer: z.object({ today: z.string(), passFrom: z.number(), inspectors: z.array(inspectorLine) }),
  summary: 'Inspectors with planned visits by month of a year, and their capacity minus leave',
})

const month = day('Month')
export const plan = call({
  method: 'POST',
  path: `${path}/Plan`,
  access: agency('write'),
  body: z.object({
    propertyIds: z.array(id('Property')).min(1).max(200),
    /**
     * Any day of the month to plan for. Without it, visits that are already planned remain in their month.
     */
    month: month.optional(),
    complianceInspectorId: id('Inspector').nullable().optional(),
    scheduledOn: day('Day of the visit').optional(),
  }),
  answer: z.object({ planned: z.int() }),
  summary:
    'Plan the due visits of properties for a month, an inspector or a day; visits already planned are moved',
})
export const unplan = call({
  method: 'POST',
  path: `${path}/Unplan`,
  access: agency('write'),
  body: z.object({ ids: z.array(id('Inspection')).min(1).max(200) }),
  answer: z.object({ unplanned: z.int() }),
  summary: 'Remove visits from the plan for which no notice was sent',
})
export const restorePlan = call({
  method: 'POST',
  path: `${path}/RestorePlan`,
  access: agency('write'),
  body: z.object({
    visits: z
      .array(
        z.object({
          propertyId: id('Property'),
          /**
           * The version that the move to be undone created; null if that move removed the visit from the
           * plan.
           */
          version: number('Version'),
          /** How the visit was planned before the move; null if it was not planned. */
          before: z
            .object({
              plannedMonth: day('Month'),
              scheduledOn: day('Day of the visit'),
              complianceInspectorId: id('Inspector').nullable(),
            })
            .nullable(),
        }),
      )
      .min(1)
      .max(2000),
  }),
  answer: z.object({ restored: z.int() }),
  summary:
    'Plan visits as they were before a move, all or none; refused if somebody has planned any of them since',
})
export const sendNotices = call({
  method: 'POST',
  path: `${path}/SendNotices`,
  access: agency('write'),
  body: z.object({ ids: z.array(id('Inspection')).min(1).max(100) }),
  answer: z.object({ sent: z.int() }),
  summary: 'Send the notices of planned visits that have a day; the letters are posted and mailed',
})

const proposedVisit = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  city: z.string().nullable(),
  countyName: z.string().nullable(),
  dueBy: z.string(),
  overdue: z.boolean(),
  /** The version of the planned inspection without a month; null where none is planned. */
  version: z.int().nullable(),
})
const proposal = z.object({
  proposed: z.array(
    proposedVisit.extend({
      month: z.string(),
      complianceInspectorId: z.int(),
      inspectorName: z.string(),
      why: z.string(),
    }),
  ),
  /** The due visits for which no inspector has capacity left. */
  without: z.array(proposedVisit),
})
/** A proposed plan. It is not stored until it is applied. */
export type PlanProposal = z.infer<typeof proposal>

export const proposeVisits = call({
  method: 'GET',
  path: `${path}/ProposePlan/:year`,
  access: agency('write'),
  params: z.object({ year: number('Year', 2000, 2200).unwrap() }),
  answer: proposal,
  summary: 'Propose a month and an inspector, with the reason, for each due visit of a year without a month',
})
export const applyPlan = call({
  method: 'POST',
  path: `${path}/ApplyPlan`,
  access: agency('write'),
  body: z.object({
    moves: z
      .array(
        z.object({
          propertyId: id('Property'),
          month: day('Month').unwrap(),
          complianceInspectorId: id('Inspector'),
          version: number('Version').optional(),
        }),
      )
      .min(1)
      .max(2000),
  }),
  answer: z.object({ planned: z.int() }),
  summary: 'Plan proposed visits, all or none; refused if somebody has planned any of them meanwhile',
})
