import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id, longText, number, ref, requiredText } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { ResidentDataReader, ResidentRelations, ResidentRelationsIssueType } from './entities.ts'

const path = '/api/ResidentRelations'

/**
 * The records of residents' matters. A company reads those it was asked about. Only people with the right
 * read who the resident is.
 */
export const matters = controller(ResidentRelations, { path, read: signedIn, write: agency('write') })
export const issueTypes = controller(ResidentRelationsIssueType, {
  path: '/api/ResidentRelationsIssueType',
  read: signedIn,
  write: agency('admin'),
})
export const readers = controller(ResidentDataReader, {
  path: '/api/ResidentDataReader',
  read: agency('read'),
  write: agency('admin'),
})

const line = z.object({
  residentRelationsId: z.int(),
  number: z.string(),
  propertyId: z.int(),
  propertyName: z.string(),
  residentRelationsIssueTypeId: z.int(),
  typeName: z.string(),
  statusId: z.int(),
  receivedOn: z.string(),
  channel: z.string(),
  lifeSafety: z.boolean(),
  confidential: z.boolean(),
  unit: z.string().nullable(),
  dueAt: z.string(),
  late: z.boolean(),
  assignedToName: z.string().nullable(),
  sentAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  satisfaction: z.int().nullable(),
})
/** A matter as lists show it, without data of the resident. */
export type MatterLine = z.infer<typeof line>

const projectParams = z.object({ projectId: id('Property') })

export const getByProjectId = call({
  method: 'GET',
  path: `${path}/GetByProjectId/:projectId`,
  access: signedIn,
  params: projectParams,
  answer: z.array(line),
  summary: 'Residents’ matters of a property, open ones first',
})
/** RTE-06: issue type 0 means all kinds. */
export const getByProjectIdAndIssueType = call({
  method: 'GET',
  path: `${path}/GetByProjectIdAndIssueType/:projectId/:issueTypeId`,
  access: signedIn,
  params: projectParams.extend({ issueTypeId: id('Kind') }),
  answer: z.array(line),
  summary: 'Residents’ matters of one kind at a property; 0 means all kinds',
})

const projectLine = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  city: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  total: z.int(),
  open: z.int(),
  late: z.int(),
  lifeSafety: z.int(),
  lastReceived: z.string(),
})
export type ProjectLine = z.infer<typeof projectLine>

export const getProjectList = call({
  method: 'GET',
  path: `${path}/GetProjectList`,
  access: signedIn,
  answer: z.array(projectLine),
  summary: 'Properties with residents’ matters, with numbers of open and late ones',
})
export const getIssueTypes = call({
  method: 'GET',
  path: `${path}/GetIssueTypes`,
  access: signedIn,
  answer: z.array(ResidentRelationsIssueType.row),
  summary: 'The kinds of matters',
})

const detail = ResidentRelations.row.extend({
  number: z.string(),
  propertyName: z.string(),
  typeName: z.string(),
  late: z.boolean(),
  assignedToName: z.string().nullable(),
  respondedByName: z.string().nullable(),
  closedByName: z.string().nullable(),
  createdByName: z.string().nullable(),
  /** Whether the caller may read who the resident is. */
  mayReadResident: z.boolean(),
  /** Whether the caller may answer for the company. */
  mayAnswer: z.boolean(),
  /** The finding linked to the matter, if the caller may see it. */
  finding: z.object({ nonComplianceId: z.int(), title: z.string() }).nullable(),
  /** Why the matter may not be sent to the company; null if it may. */
  notSent: z.string().nullable(),
  history: z.array(historyLine),
})
export type MatterDetail = z.infer<typeof detail>

const params = z.object({ id: id('Matter') })
export const getDetail = call({
  method: 'GET',
  path: `${path}/GetDetail/:id`,
  access: signedIn,
  params: params,
  answer: detail,
  summary: 'One matter; people without the right do not see who the resident is',
})

const version = number('Version').optional()
const declareStepCall = <Body extends z.ZodRawShape>(
  name: string,
  access: ReturnType<typeof agency>,
  body: Body,
  summary: string,
) =>
  call({
    method: 'POST' as const,
    path: `${path}/${name}/:id`,
    access,
    params: params,
    body: z.object({ ...body, version }),
    answer: detail,
    summary,
  })

export const assignMatter = declareStepCall(
  'Assign',
  agency('write'),
  { userId: id('Person') },
  'Assign the matter to a person of the agency',
)
export const askCompany = declareStepCall(
  'Send',
  agency('write'),
  {
    question: longText('What the company is asked', 4000).unwrap(),
    nameShared: flag('The resident agrees to be named').optional(),
  },
  'Ask the company of the property; its contacts are mailed a link',
)
export const answerMatter = declareStepCall(
  'Answer',
  signedIn,
  { response: longText('Answer', 4000).unwrap() },
  'Answer as the company; the matter then waits for the agency',
)
export const closeMatter = declareStepCall(
  'Close',
  agency('write'),
  {
    resolution: longText('How it was resolved', 4000).unwrap(),
    satisfaction: number('Satisfaction (1 to 5)', 1, 5).optional(),
  },
  'Resolve and close the matter, with the resident’s satisfaction',
)
export const openFinding = declareStepCall(
  'OpenFinding',
  agency('write'),
  {
    nonComplianceTypeId: id('Kind'),
    title: requiredText('Finding', 300),
    description: longText('Description', 4000).optional(),
  },
  'Open a finding for the matter, without naming the resident; findings of fair-housing matters are hidden from companies',
)
export const linkFinding = declareStepCall(
  'LinkFinding',
  agency('write'),
  { nonComplianceId: ref('Finding', 'NonCompliance') },
  'Link the matter to an existing finding of its property; null removes the link',
)
export const reopenMatter = declareStepCall(
  'Reopen',
  agency('write'),
  { reason: longText('Reason', 2000).unwrap() },
  'Reopen a closed matter',
)

export const getReaders = call({
  method: 'GET',
  path: `${path}/GetReaders`,
  access: agency('read'),
  answer: z.object({
    mayRead: z.boolean(),
    readers: z.array(ResidentDataReader.row.extend({ name: z.string() })),
    people: z.array(z.object({ userId: z.int(), name: z.string() })),
  }),
  summary: 'People with the right to see who residents are, and all people of the agency',
})
