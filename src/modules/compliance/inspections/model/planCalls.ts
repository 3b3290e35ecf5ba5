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
  summary: 'Inspectors with the visits planned in each month of a year, of what each can do less leave',
})

const month = day('Month')
export const plan = call({
  method: 'POST',
  path: `${path}/Plan`,
  access: agency('write'),
  body: z.object({
    propertyIds: z.array(id('Property')).min(1).max(200),
    /** Any day of the month; left out, what is planned stays in its month. */
    month: month.optional(),
    complianceInspectorId: id('Inspector').nullable().optional(),
    scheduledOn: day('Day of the visit').optional(),
  }),
  answer: z.object({ planned: z.int() }),
  summary: 'Plans the due visits of properties for a month, an inspector or a day; those planned already move there',
})
export const unplan = call({
  method: 'POST',
  path: `${path}/Unplan`,
  access: agency('write'),
  body: z.object({ ids: z.array(id('Inspection')).min(1).max(200) }),
  answer: z.object({ unplanned: z.int() }),
  summary: 'Takes visits off the plan that no notice was sent of',
})
export const sendNotices = call({
  method: 'POST',
  path: `${path}/SendNotices`,
  access: agency('write'),
  body: z.object({ ids: z.array(id('Inspection')).min(1).max(100) }),
  answer: z.object({ sent: z.int() }),
  summary: 'Sends the notices of planned visits that have a day: the letter is posted and mailed',
})
