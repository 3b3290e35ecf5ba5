import { z } from 'zod'
import { attachCall, documentKind } from '#engines/review/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { email, id, number, phone, requiredText, text } from '#kernel/model/field.ts'
import { certifications } from './certifications.ts'
import { LraContactChange, SpecialNeeds } from './entities.ts'
import { priorityFacts } from './facts.ts'

const { path, calls } = certifications
const read = permission(priorityFacts.permission, 'read')
const write = permission(priorityFacts.permission, 'write')
const lines = calls.list.answer
const status = z.int().min(-1).max(6).meta({ label: 'Status', kind: 'choice' })
const getCall = { method: 'GET', access: read } as const

export const populations = controller(SpecialNeeds, {
  path: '/api/HousingPriorityCertificationSpecialNeeds',
  read,
  write,
})

const listedProperty = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  companyName: z.string().nullable(),
  units: z.int(),
  year: z.int(),
  dueDate: z.string().nullable(),
  housingPriorityCertificationId: z.int().nullable(),
  statusId: z.int().nullable(),
  statusLabel: z.string(),
  lraName: z.string().nullable(),
  lraAgreementEnds: z.string().nullable(),
})
export type ListedProperty = z.infer<typeof listedProperty>
export const getByUserId = call({
  ...getCall,
  path: `${path}/GetByUserId/:userId`,
  params: z.object({ userId: id('User') }),
  answer: z.array(listedProperty),
  summary:
    'The properties for which a person files certifications, each with its last year; 0 means the caller',
})
export const getByStatusId = call({
  ...getCall,
  path: `${path}/GetByStatusId/:status`,
  params: z.object({ status }),
  answer: lines,
  summary: 'Housing priority certifications of a status; -1 means all',
})
export const getByStatusIdAndYear = call({
  ...getCall,
  path: `${path}/GetByStatusIdAndYear/:status/:year`,
  params: z.object({ status, year: number('Year', 1990, 2200).unwrap() }),
  answer: lines,
  summary: 'Housing priority certifications of a status and year; status -1 means all',
})
export const getByHousingId = call({
  ...getCall,
  path: '/api/HousingPriorityCertificationSpecialNeeds/GetByHousingId/:housingPriorityCertificationId',
  params: z.object({ housingPriorityCertificationId: id('Certification') }),
  answer: z.array(SpecialNeeds.row),
  summary: 'The populations of a certification',
})

const change = LraContactChange.row.extend({ changedByName: z.string().nullable() })
/** The fields of the lead referral agency's contact that are entered. */
export const contactFields = z.object({
  name: requiredText('Name', 200),
  company: text('Agency', 200).optional(),
  title: text('Title', 100).optional(),
  phone: phone().optional(),
  email: email().optional(),
})
export const updateLraContact = call({
  method: 'POST',
  path: `${path}/UpdateLRAContact/:id`,
  access: write,
  params: z.object({ id: id('Certification') }),
  body: contactFields,
  answer: z.array(change),
  summary:
    'Set the lead referral agency’s contact of the certification’s property from now on, whatever the status of the certification',
})
export const getLraContactHistory = call({
  ...getCall,
  path: `${path}/GetLRAContactHistory/:propertyId`,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(change),
  summary: 'The lead referral agency’s contacts of a property, the current one first',
})
export const attachDocument = attachCall(
  certifications,
  'AddDocument',
  { documentType: documentKind.optional() },
  'attach a document',
)
