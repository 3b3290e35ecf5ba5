import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day, flag, id, longText, number } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { NonCompliance, NonComplianceType } from './entities.ts'

const path = '/api/NonCompliance'

/** The calls for single findings. A company reads only findings that are visible to it. */
export const findings = controller(NonCompliance, { path, read: signedIn, write: agency('write') })
export const findingTypes = controller(NonComplianceType, {
  path: '/api/NonComplianceType',
  read: signedIn,
  write: agency('admin'),
})

const line = z.object({
  nonComplianceId: z.int(),
  propertyId: z.int(),
  propertyName: z.string(),
  city: z.string().nullable(),
  managementCompanyId: z.int().nullable(),
  managementCompanyName: z.string().nullable(),
  nonComplianceTypeId: z.int(),
  typeName: z.string(),
  statusId: z.int(),
  severity: z.int(),
  title: z.string(),
  openedOn: z.string(),
  cureBy: z.string().nullable(),
  /** Days until the cure day, negative after it. Null without a cure day and if the finding is not open. */
  daysLeft: z.int().nullable(),
  daysOpen: z.int(),
  /** Whether the finding blocks requests today. */
  blocks: z.boolean(),
  waivedOn: z.string().nullable(),
  visibleToCompany: z.boolean(),
  closedOn: z.string().nullable(),
  closingNote: z.string().nullable(),
  sourcePath: z.string().nullable(),
  version: z.int(),
})
export type FindingLine = z.infer<typeof line>

/** SHP-53, ENT-19: missing values, null and 0 do not filter, except property status 0, which is Active. */
const findingQuery = z.object({
  open: flag('Open').nullable().optional(),
  managementCompanyId: number('Management company').optional(),
  projectId: number('Property').optional(),
  typeId: number('Kind').optional(),
  from: day('Opened from').optional(),
  to: day('Opened to').optional(),
  propertyStatus: number('Property status').optional(),
  /** For the agency only: includes removed findings. */
  isAdmin: flag('With what was removed').nullable().optional(),
})

export const queryFindings = call({
  method: 'POST',
  path: `${path}/Query`,
  access: signedIn,
  body: findingQuery,
  answer: z.array(line),
  summary: 'Findings that match the filters, by severity and cure date',
})

const detail = line.extend({
  description: z.string().nullable(),
  commentToOwner: z.string().nullable(),
  internalNote: z.string().nullable(),
  blocking: z.boolean(),
  source: z.string(),
  originalCureBy: z.string().nullable(),
  extensionReason: z.string().nullable(),
  response: z.string().nullable(),
  respondedAt: z.string().nullable(),
  respondedByName: z.string().nullable(),
  closedByName: z.string().nullable(),
  waivedByName: z.string().nullable(),
  waiverReason: z.string().nullable(),
  waivedUntil: z.string().nullable(),
  createdByName: z.string().nullable(),
  today: z.string(),
  /** The last possible cure days, and their months after the first. */
  cureDayLimits: z.object({
    latest: z.string(),
    latestByManager: z.string(),
    months: z.int(),
    managerMonths: z.int(),
  }),
  /** Links to records that belong to the finding, such as residents' matters, if the caller sees them. */
  links: z.array(z.object({ label: z.string(), path: z.string() })),
  /** Whether the caller may answer the finding for the company. */
  mayAnswer: z.boolean(),
  /** Why a second person, not the caller, must close, waive or remove it; null if the caller may. */
  openerFault: z.string().nullable(),
  history: z.array(historyLine),
})
export type FindingDetail = z.infer<typeof detail>

export const getFinding = call({
  method: 'GET',
  path: `${path}/GetDetail/:id`,
  access: signedIn,
  params: z.object({ id: id('Finding') }),
  answer: detail,
  summary: 'A finding with its history',
})

const version = number('Version').optional()
/** Declares a call that takes a step of a finding and answers the changed finding. */
const declareStep = <Body extends z.ZodRawShape>(
  name: string,
  access: ReturnType<typeof agency>,
  body: Body,
  summary: string,
) =>
  call({
    method: 'POST',
    path: `${path}/${name}/:id`,
    access,
    params: z.object({ id: id('Finding') }),
    body: z.object({ ...body, version }),
    answer: detail,
    summary,
  })

const reason = longText('Reason', 2000).unwrap()

export const respond = declareStep(
  'Respond',
  signedIn,
  { response: longText('Answer', 4000).unwrap() },
  'Answer a finding as the company; it then waits for the agency',
)
export const askAgain = declareStep(
  'AskAgain',
  agency('write'),
  { reason },
  'Ask the company again because the answer is not sufficient, with a text',
)
export const closeFindingCall = declareStep(
  'Close',
  agency('write'),
  { note: longText('Note', 2000).unwrap().optional() },
  'Verify and close a finding',
)
export const removeFinding = declareStep(
  'RemoveFromNonCompliance',
  agency('admin'),
  { reason: reason.optional() },
  'Remove a finding opened in error from all lists; it stays in the history with the reason',
)
export const reopen = declareStep('Reopen', agency('write'), { reason }, 'Reopen a closed finding')
export const extend = declareStep(
  'Extend',
  agency('write'),
  { until: day('Cure by').unwrap(), reason },
  'Set a later cure date, with a reason',
)
export const waive = declareStep(
  'Waive',
  agency('manager'),
  { until: day('Waived until').optional(), reason },
  'Waive a finding, permanently or until a day: it stays open but blocks no requests',
)
export const endWaiver = declareStep(
  'EndWaiver',
  agency('manager'),
  { reason },
  'End the waiver of a finding',
)

export const remind = call({
  method: 'POST',
  path: `${path}/Remind`,
  access: agency('write'),
  body: z.object({ ids: z.array(id('Finding')).min(1).max(500) }),
  answer: z.object({ mails: z.int(), withoutContact: z.int() }),
  summary: 'Remind companies of open findings; each person gets one mail',
})

const futureLine = z.object({
  source: z.string(),
  propertyId: z.int().nullable(),
  propertyName: z.string().nullable(),
  city: z.string().nullable(),
  managementCompanyId: z.int().nullable(),
  managementCompanyName: z.string().nullable(),
  title: z.string(),
  failsOn: z.string(),
  daysLeft: z.int(),
  consequence: z.string(),
  blocks: z.boolean(),
  acts: z.string(),
  path: z.string(),
})
/** A matter that will become non-compliant on a day unless somebody acts. */
export type FutureLine = z.infer<typeof futureLine>

export const getFuture = call({
  method: 'GET',
  path: `${path}/GetFutureNonCompliance`,
  access: signedIn,
  query: z.object({
    days: number('Days ahead', 1, 366).optional(),
    managementCompanyId: number('Management company').optional(),
    propertyId: number('Property').optional(),
  }),
  answer: z.array(futureLine),
  summary:
    'Future non-compliance within a number of days if nothing is done, with its consequences and who has to act',
})
