import { z } from 'zod'
import { attachedFile, fileTitleField } from '#core/platform/files/model/index.ts'
import { documentKind } from '#engines/review/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { Exhibit, ExhibitScheduleType, ProjectExhibit, ProjectExhibitSettings } from './entities.ts'
import { formFacts } from './facts.ts'
import { forms } from './forms.ts'

const { path, calls } = forms
const read = permission(formFacts.permission, 'read')
const write = permission(formFacts.permission, 'write')
const settingsPath = '/api/ProjectExhibitSettings'

export const exhibits = controller(Exhibit, { path: '/api/Exhibit', read, write: agency('write') })
export const scheduleTypes = controller(ExhibitScheduleType, {
  path: '/api/ExhibitScheduleType',
  read,
  write: agency('admin'),
})
export const exhibitSettings = controller(ProjectExhibitSettings, {
  path: settingsPath,
  read,
  write: agency('write'),
})

export const getAllRecurring = call({
  method: 'GET',
  path: '/api/Exhibit/GetAllRecurring',
  access: read,
  answer: z.array(Exhibit.row.extend({ schedule: z.string(), months: z.int() })),
  summary: 'The recurring forms in use, with their schedules',
})

/** A form of a property with the status of its last period. */
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
  summary: 'All forms of a property with the status of the last period',
})

export const getPropertiesByCompany = call({
  method: 'GET',
  path: `${path}/GetPropertiesByManagementCompanyId/:managementCompanyId/:exhibitId`,
  access: read,
  params: z.object({ managementCompanyId: id('Management company'), exhibitId: id('Form') }),
  answer: z.array(propertyForm),
  summary: 'The properties of a company that file a form, with its status; form 0 means all',
})

const propertySummary = z.object({
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
  answer: z.array(propertySummary),
  summary:
    'The properties for which a person files forms, with numbers of required and missing forms; 0 means the caller',
})

/**
 * A cell for each form in the order of `exhibits`: its status (-1 if nothing is filed, null if it is not
 * required) and its record.
 */
const cell = z.object({
  statusId: z.int().nullable(),
  late: z.boolean(),
  projectExhibitId: z.int().nullable(),
})
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
  summary: 'Missing forms: all properties in scope by all forms',
})

/** A document of a form with its slot, the version that replaced it, and the agency's comment. */
const upload = attachedFile.extend({
  slot: z.string(),
  replacedById: z.int().nullable(),
  createdByName: z.string().nullable(),
  comment: z.string().nullable(),
})
export type FormDocument = z.infer<typeof upload>
const byForm = z.object({ projectId: id('Property'), exhibitId: id('Form') })
export const getUploads = call({
  method: 'GET',
  path: `${path}/GetUploads/:projectId/:exhibitId`,
  access: read,
  params: byForm,
  answer: z.array(upload),
  summary: 'All versions of the documents of a property’s form for its latest period, by place',
})

const uploadCall = {
  method: 'POST',
  access: write,
  bodyType: 'multipart',
  bodyLimit: fileLimits.bytes,
  body: z.object({ documentType: documentKind.optional(), title: fileTitleField.optional() }),
  answer: z.array(upload),
} as const
export const fileUpload = call({
  ...uploadCall,
  path: `${path}/FileUpload/:projectId/:exhibitId`,
  params: byForm,
  summary:
    'Upload documents of a form for its last period; documents without a given place are assigned by file name',
})
export const fileUploadTo = call({
  ...uploadCall,
  path: `${path}/FileUpload/:projectId/:exhibitId/:projectExhibitId`,
  params: byForm.extend({ projectExhibitId: id('Record') }),
  summary:
    'Upload documents to a form already begun; a document the agency commented on is replaced and stays as a version',
})

export const placeDocument = call({
  method: 'POST',
  path: `${path}/PlaceDocument/:fileId`,
  access: write,
  params: z.object({ fileId: id('Document') }),
  body: z.object({ documentType: documentKind.unwrap() }),
  answer: z.array(upload),
  summary: 'Assign a document of a form to one of its places',
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
  summary: 'The places of a form with documents and comments, for the review',
})

const rejection = z.object({
  at: z.string(),
  byName: z.string().nullable(),
  reason: z.string().nullable(),
  /** The agency's comments on documents that are still to be replaced. */
  files: z.array(z.object({ fileId: z.int(), fileName: z.string(), comment: z.string() })),
})
export const getRejectionComments = call({
  method: 'POST',
  path: `${path}/GetRejectionComments`,
  access: read,
  body: byRecord,
  answer: z.array(rejection),
  summary: 'The reasons why a form was rejected, newest first',
})

export const updateProjectExhibit = call({
  method: 'POST',
  path: `${path}/UpdateProjectExhibit`,
  access: write,
  body: ProjectExhibit.input,
  answer: calls.one.answer,
  summary: 'Store a form: the company its filing, the agency its review',
})

export const getForm = call({
  method: 'GET',
  path: `${path}/GetForm/:projectId/:exhibitId`,
  access: read,
  params: byForm,
  answer: calls.one.answer,
  summary: 'A property’s form for its last period; an empty one, not stored, if none was begun',
})

export const getSettings = call({
  method: 'GET',
  path: `${settingsPath}/GetSettings/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(
    ProjectExhibitSettings.row.extend({ code: z.string(), name: z.string(), byRule: z.boolean() }),
  ),
  summary: 'The settings of each form at a property; id 0 if there is no exception from the rule',
})
export const getExceptionSettings = call({
  method: 'GET',
  path: `${settingsPath}/GetExceptionSettings/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(ProjectExhibitSettings.row),
  summary: 'The exceptions set for a property: forms it does not file, or files only in some years',
})
export const alwaysAllowEntry = call({
  method: 'GET',
  path: `${settingsPath}/AlwaysAllowEntry/:propertyId/:exhibitId`,
  access: read,
  params: z.object({ propertyId: id('Property'), exhibitId: id('Form') }),
  answer: z.boolean(),
  summary: 'Whether a property may enter a form outside of its filing period',
})
