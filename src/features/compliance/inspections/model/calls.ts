import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, number } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import {
  ComplianceInspection,
  ComplianceInspector,
  Inspection8823Date,
  InspectionFinding,
  InspectionLetterDate,
  InspectionSampleStep,
  InspectionUnit,
  PropertyBuilding,
} from './entities.ts'

declare module '#kernel/model/access.ts' {
  interface PermissionKeys {
    Inspection: true
  }
}

const path = '/api/ComplianceInspection'
const formsPath = '/api/Inspection8823Date'
const lettersPath = '/api/InspectionLetterDate'
const canRead = permission('Inspection', 'read')

/** The records of inspections. A company can read an inspection once its notice was sent. */
export const inspections = controller(ComplianceInspection, { path, read: canRead, write: agency('write') })
export const inspectors = controller(ComplianceInspector, {
  path: '/api/ComplianceInspector',
  read: agency('read'),
  write: agency('write'),
})
export const formDates = controller(Inspection8823Date, {
  path: formsPath,
  read: canRead,
  write: agency('write'),
})
export const letterDates = controller(InspectionLetterDate, {
  path: lettersPath,
  read: canRead,
  write: agency('write'),
})
export const units = controller(InspectionUnit, {
  path: '/api/InspectionUnit',
  read: canRead,
  write: agency('write'),
})
export const inspectionFindings = controller(InspectionFinding, {
  path: '/api/InspectionFinding',
  read: canRead,
  write: agency('write'),
})
export const buildings = controller(PropertyBuilding, {
  path: '/api/PropertyBuilding',
  read: canRead,
  write: agency('write'),
})
export const sampleSteps = controller(InspectionSampleStep, {
  path: '/api/InspectionSampleStep',
  read: agency('read'),
  write: agency('admin'),
})

const boardLine = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  city: z.string().nullable(),
  countyName: z.string().nullable(),
  regionName: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  lowIncomeUnits: z.int(),
  sample: z.int(),
  /**
   * Why a visit is due: First, Yearly, Again or Interval. Null if none is due and the property is listed for
   * a planned or past visit.
   */
  kind: z.string().nullable(),
  label: z.string(),
  words: z.string(),
  dueBy: z.string().nullable(),
  overdue: z.boolean(),
  lastVisit: z.string().nullable(),
  lastScore: z.number().nullable(),
  complianceInspectionId: z.int().nullable(),
  statusId: z.int().nullable(),
  /** The version of the inspection, null if none is planned. */
  version: z.int().nullable(),
  plannedMonth: z.string().nullable(),
  scheduledOn: z.string().nullable(),
  visitedOn: z.string().nullable(),
  complianceInspectorId: z.int().nullable(),
  inspectorName: z.string().nullable(),
})
/** A property on the planning board of a year, with its due date and its planned or last visit. */
export type BoardLine = z.infer<typeof boardLine>

export const getInspectionPropertiesByYear = call({
  method: 'GET',
  path: `${path}/GetInspectionPropertiesByYear/:year`,
  access: canRead,
  params: z.object({ year: number('Year', 2000, 2200).unwrap() }),
  answer: z.array(boardLine),
  summary: 'Properties to visit in a year (due, planned or visited), by due date',
})
/** The id is that of an inspector; 0 means all inspectors. */
export const getInspectionProperties = call({
  method: 'GET',
  path: `${path}/GetInspectionProperties/:id`,
  access: canRead,
  params: z.object({ id: id('Inspector') }),
  answer: z.array(boardLine),
  summary: 'Properties that an inspector has to visit this year or has visited; 0 means all inspectors',
})

const inspectionLine = ComplianceInspection.row
  .pick({
    complianceInspectionId: true,
    propertyId: true,
    statusId: true,
    inspectionType: true,
    standard: true,
    scheduledOn: true,
    plannedMonth: true,
    visitedOn: true,
    reportedOn: true,
    score: true,
    cureBy: true,
    closedOn: true,
    dueBy: true,
  })
  .extend({
    number: z.string(),
    inspectorName: z.string().nullable(),
    findings: z.int(),
    openFindings: z.int(),
    lateFindings: z.int(),
    openForms: z.int(),
  })
export type InspectionLine = z.infer<typeof inspectionLine>

const scoreLine = z.object({
  day: z.string(),
  score: z.number().nullable(),
  scoreText: z.string().nullable(),
  source: z.string(),
})
const propertyParams = z.object({ propertyId: id('Property') })

export const getPropertySpecificInspectionList = call({
  method: 'GET',
  path: `${path}/GetPropertySpecificInspectionList/:propertyId`,
  access: canRead,
  params: propertyParams,
  answer: z.array(inspectionLine),
  summary: 'Inspections of a property, newest first, with numbers of open and late findings',
})
export const getInspectionStart = call({
  method: 'GET',
  path: `${path}/GetPropertyPlace/:propertyId`,
  access: canRead,
  params: propertyParams,
  answer: z.object({
    propertyName: z.string(),
    lowIncomeUnits: z.int(),
    sample: z.int(),
    kind: z.string().nullable(),
    label: z.string(),
    words: z.string(),
    dueBy: z.string().nullable(),
    buildings: z.array(PropertyBuilding.row),
    scores: z.array(scoreLine),
    inspectors: z.array(z.object({ complianceInspectorId: z.int(), name: z.string() })),
  }),
  summary:
    'What a new inspection of a property starts from: due date and reason, sample, buildings, earlier scores',
})
export const getLastRelatedInspection = call({
  method: 'GET',
  path: `${path}/GetLastRelatedInspection/:propertyId/:inspectionId`,
  access: canRead,
  params: propertyParams.extend({ inspectionId: id('Inspection') }),
  answer: inspectionLine.nullable(),
  summary:
    'The previous visit of the property, or the one that this inspection follows up; 0 for the latest visit of the property',
})

const findingLine = InspectionFinding.row.extend({
  waitsFor: z.string(),
  /** Whether the finding is in a unit that the sample of the visit does not contain. */
  outsideSample: z.boolean(),
  /**
   * Why the caller may not accept the answer, for example because they entered the finding. Null if they may.
   */
  openerFault: z.string().nullable(),
  respondedByName: z.string().nullable(),
  photosBefore: z.array(z.int()),
  photosAfter: z.array(z.int()),
})
export type InspectionFindingLine = z.infer<typeof findingLine>
const formLine = Inspection8823Date.row.extend({ state: z.string() })
export type FormLine = z.infer<typeof formLine>

const detail = ComplianceInspection.row.extend({
  number: z.string(),
  propertyName: z.string(),
  ownerName: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  inspectorName: z.string().nullable(),
  overall: z.string(),
  passFrom: z.number(),
  today: z.string(),
  units: z.array(InspectionUnit.row),
  findings: z.array(findingLine),
  forms: z.array(formLine),
  letterDates: z.array(InspectionLetterDate.row),
  letters: z.array(
    z.object({
      letterId: z.int(),
      kind: z.string(),
      title: z.string(),
      createdAt: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  buildings: z.array(PropertyBuilding.row),
  inspectors: z.array(z.object({ complianceInspectorId: z.int(), name: z.string() })),
  /** The reasons why the inspection cannot be closed yet. */
  openPoints: z.array(z.string()),
  mayAnswer: z.boolean(),
  history: z.array(historyLine),
})
export type InspectionDetail = z.infer<typeof detail>

const detailParams = z.object({ id: id('Inspection') })
export const getDetail = call({
  method: 'GET',
  path: `${path}/GetDetail/:id`,
  access: canRead,
  params: detailParams,
  answer: detail,
  summary: 'An inspection with sample, findings, forms, letters and open items',
})

export const emailInspector = call({
  method: 'POST',
  path: `${path}/EmailInspector/:inspectionId`,
  access: agency('write'),
  params: z.object({ inspectionId: id('Inspection') }),
  answer: z.boolean(),
  summary: 'Mail the inspector that the inspection is assigned, with day and address',
})

const inspectionParams = z.object({ inspectionId: id('Inspection') })
export const getFormRows = call({
  method: 'GET',
  path: `${formsPath}/GetInspectionRelatedRows/:inspectionId`,
  access: canRead,
  params: inspectionParams,
  answer: z.array(formLine),
  summary: 'Forms 8823 of an inspection, by building and line',
})
export const getLetterRows = call({
  method: 'GET',
  path: `${lettersPath}/GetInspectionRelatedRows/:inspectionId`,
  access: canRead,
  params: inspectionParams,
  answer: z.array(InspectionLetterDate.row),
  summary: 'Letters of an inspection with their dates, earliest first',
})
export const sendShowPropertyLetterDateEmail = call({
  method: 'POST',
  path: `${lettersPath}/SendShowPropertyLetterDateEmail/:id`,
  access: agency('write'),
  params: z.object({ id: id('Letter') }),
  answer: InspectionLetterDate.row,
  summary: 'Show a letter to the owner and mail that it is posted in the portal',
})
