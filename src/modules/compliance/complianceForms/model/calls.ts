import { z } from 'zod'
import { attached } from '#ground/platform/files/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { documentKind } from '#review/model/index.ts'
import { Exhibit, ExhibitScheduleType, ProjectExhibit, ProjectExhibitSettings } from './entities.ts'
import { facts } from './facts.ts'
import { forms } from './forms.ts'

const { path, calls } = forms
const read = permission(facts.permission, 'read')
const write = permission(facts.permission, 'write')
const settingsPath = '/api/ProjectExhibitSettings'

export const exhibits = controller(Exhibit, { path: '/api/Exhibit', read, write: agency('write') })
export const scheduleTypes = controller(ExhibitScheduleType, {
  path: '/api/ExhibitScheduleType',
  read,
  write: agency('admin'),
})
export const exhibitSettings = controller(ProjectExhibitSettings, { path: settingsPath, read, write: agency('write') })

export const getAllRecurring = call({
  method: 'GET',
  path: '/api/Exhibit/GetAllRecurring',
  access: read,
  answer: z.array(Exhibit.row.extend({ schedule: z.string(), months: z.int() })),
  summary: 'The forms in use that fall due again and again, with their schedules',
})

/** A form of a property, and how its last period stands. */
const propertyForm = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  companyName: z.string().nullable(),
  exhibitId: z.int(),
  code: z.string(),
  name: z.string(),
  periodEnd: z.string(),
  period: z.string(),
  dueDate: z.string(),
  required: z.boolean(),
  alwaysAllowEntry: z.boolean(),
  exception: z.string().nullable(),
  projectExhibitId: z.int().nullable(),
  statusId: z.int().nullable(),
  statusLabel: z.string(),
  submitted: z.string().nullable(),
  originalMissing: z.boolean(),
})
export type PropertyForm = z.infer<typeof propertyForm>
const byProperty = z.object({ propertyId: id('Property') })

export const getPropertyExhibits = call({
  method: 'GET',
  path: `${path}/GetPropertyExhibits/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(propertyForm),
  summary: 'Every form of a property with how its last period stands',
})

export const getPropertiesByCompany = call({
  method: 'GET',
  path: `${path}/GetPropertiesByManagementCompanyId/:managementCompanyId/:exhibitId`,
  access: read,
  params: z.object({ managementCompanyId: id('Management company'), exhibitId: id('Form') }),
  answer: z.array(propertyForm),
  summary: 'The properties of a company that file a form, and how it stands with each; form 0 stands for all',
})

const counted = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  companyName: z.string().nullable(),
  units: z.int(),
  required: z.int(),
  lacking: z.int(),
  late: z.int(),
  rejected: z.int(),
  approved: z.int(),
  nextDue: z.string().nullable(),
})
export const getProperties = call({
  method: 'GET',
  path: `${path}/GetProperties/:userId`,
  access: read,
  params: z.object({ userId: id('User') }),
  answer: z.array(counted),
  summary: 'The properties a person files forms for, with how many are required and lacking; 0 is the caller',
})

/** Of each form in the order of `exhibits`: its status, -1 where nothing is filed, null where it is not required; and its record. */
const cell = z.object({ statusId: z.int().nullable(), late: z.boolean(), projectExhibitId: z.int().nullable() })
export const getMatrix = call({
  method: 'GET',
  path: `${path}/GetMatrix`,
  access: read,
  answer: z.object({
    exhibits: z.array(z.object({ exhibitId: z.int(), code: z.string(), name: z.string() })),
    rows: z.array(
      z.object({
        propertyId: z.int(),
        propertyName: z.string(),
        companyName: z.string().nullable(),
        cells: z.array(cell),
      }),
    ),
  }),
  summary: 'Which properties lack which form: every property in scope against every form',
})

/** A document of a form: in which place, which version, and what the agency says about it. */
const upload = attached.extend({
  slot: z.string(),
  replacedById: z.int().nullable(),
  createdByName: z.string().nullable(),
  comment: z.string().nullable(),
})
export type Upload = z.infer<typeof upload>
const byForm = z.object({ projectId: id('Property'), exhibitId: id('Form') })
export const getUploads = call({
  method: 'GET',
  path: `${path}/GetUploads/:projectId/:exhibitId`,
  access: read,
  params: byForm,
  answer: z.array(upload),
  summary: 'The documents of a property’s form for its newest period, every version, by place',
})

const uploading = {
  method: 'POST',
  access: write,
  bodyType: 'multipart',
  bodyLimit: fileLimits.bytes,
  body: z.object({ documentType: documentKind.optional() }),
  answer: z.array(upload),
} as const
export const fileUpload = call({
  ...uploading,
  path: `${path}/FileUpload/:projectId/:exhibitId`,
  params: byForm,
  summary: 'Upload documents of a form for its last period; each finds its place by its name where none is named',
})
export const fileUploadTo = call({
  ...uploading,
  path: `${path}/FileUpload/:projectId/:exhibitId/:projectExhibitId`,
  params: byForm.extend({ projectExhibitId: id('Record') }),
  summary: 'The same for a form that was begun; a document the agency commented on is replaced, and stays as a version',
})

export const placeDocument = call({
  method: 'POST',
  path: `${path}/PlaceDocument/:fileId`,
  access: write,
  params: z.object({ fileId: id('Document') }),
  body: z.object({ documentType: documentKind.unwrap() }),
  answer: z.array(upload),
  summary: 'Put a document of a form in one of its places, such as one whose name said none',
})

const byRecord = z.object({ projectExhibitId: id('Record') })
const reviewRow = z.object({
  slot: z.string(),
  required: z.boolean(),
  files: z.array(upload),
  missing: z.boolean(),
})
export const getReviewRows = call({
  method: 'GET',
  path: `${path}/GetReviewRows/:projectExhibitId`,
  access: read,
  params: byRecord,
  answer: z.array(reviewRow),
  summary: 'The places of a form with their documents and the comments on them, as the review looks at them',
})

const rejection = z.object({
  at: z.string(),
  byName: z.string().nullable(),
  reason: z.string().nullable(),
  /** What is said about documents that are still to be replaced. */
  files: z.array(z.object({ fileId: z.int(), fileName: z.string(), comment: z.string() })),
})
export const getRejectionComments = call({
  method: 'POST',
  path: `${path}/GetRejectionComments`,
  access: read,
  body: byRecord,
  answer: z.array(rejection),
  summary: 'Why a form was rejected, the newest first; nothing is changed',
})

export const updateProjectExhibit = call({
  method: 'POST',
  path: `${path}/UpdateProjectExhibit`,
  access: write,
  body: ProjectExhibit.input,
  answer: calls.one.answer,
  summary: 'Store a form: its company what it files, the agency what it reviews',
})

export const openForm = call({
  method: 'GET',
  path: `${path}/GetForm/:projectId/:exhibitId`,
  access: read,
  params: byForm,
  answer: calls.one.answer,
  summary: 'A property’s form for its last period; an empty one, not stored, where none was begun',
})

export const getSettings = call({
  method: 'GET',
  path: `${settingsPath}/GetSettings/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(ProjectExhibitSettings.row.extend({ code: z.string(), name: z.string(), byRule: z.boolean() })),
  summary: 'What holds for each form at a property; id 0 where nothing was laid down beside the rule',
})
export const getExceptionSettings = call({
  method: 'GET',
  path: `${settingsPath}/GetExceptionSettings/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(ProjectExhibitSettings.row),
  summary: 'The exceptions laid down for a property: forms it does not file, or files in some years',
})
export const alwaysAllowEntry = call({
  method: 'GET',
  path: `${settingsPath}/AlwaysAllowEntry/:propertyId/:exhibitId`,
  access: read,
  params: z.object({ propertyId: id('Property'), exhibitId: id('Form') }),
  answer: z.boolean(),
  summary: 'Whether a property may enter a form outside of its time',
})
