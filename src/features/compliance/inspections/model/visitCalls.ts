import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, decimal, flag, id, longText, number, ref, requiredText, text } from '#kernel/model/field.ts'
import { previousEntryKey, sentKey } from '#offline/model/index.ts'
import {
  ComplianceInspection,
  InspectionFinding,
  InspectionUnit,
  PropertyBuilding,
  UnitStatus,
} from './entities.ts'

const path = '/api/ComplianceInspection'

const visitLine = ComplianceInspection.row
  .pick({
    complianceInspectionId: true,
    propertyId: true,
    statusId: true,
    inspectionType: true,
    scheduledOn: true,
  })
  .extend({
    number: z.string(),
    propertyName: z.string(),
    place: z.string(),
    inspectorName: z.string().nullable(),
    mine: z.boolean(),
    units: z.int(),
    looked: z.int(),
    findings: z.int(),
  })
/**
 * A visit on the list of upcoming visits. `looked` is the number of inspected units; `mine` marks the
 * caller's own.
 */
export type VisitLine = z.infer<typeof visitLine>

export const getVisits = call({
  method: 'GET',
  path: `${path}/GetVisits`,
  access: agency('read'),
  answer: z.object({ today: z.string(), visits: z.array(visitLine) }),
  summary: 'Visits of the next seven days without a report, those of the caller first',
})

const visitUnit = InspectionUnit.row
  .pick({ unit: true, place: true, bin: true, vacant: true, statusId: true, note: true, fileToReview: true })
  .extend({ fileReviewed: z.boolean(), substitute: z.boolean(), before: z.string().nullable() })
export type VisitUnit = z.infer<typeof visitUnit>

/** The fields of a finding that the inspector enters during the visit. */
export const findingFields = InspectionFinding.row.pick({
  area: true,
  unit: true,
  bin: true,
  location: true,
  standardCode: true,
  severity: true,
  description: true,
  category8823: true,
})
export type FindingFields = z.infer<typeof findingFields>

const visitFinding = findingFields.extend({
  inspectionFindingId: z.int(),
  number: z.int(),
  foundOn: z.string(),
  version: z.int(),
  photos: z.array(z.int()),
  /** The keys of the entries from the caller's devices that created or changed this finding. */
  keys: z.array(z.string()),
})
export type VisitFinding = z.infer<typeof visitFinding>

const visit = ComplianceInspection.row
  .pick({
    ...({ complianceInspectionId: true, propertyId: true, statusId: true, inspectionType: true } as const),
    ...({
      standard: true,
      scheduledOn: true,
      noticeOn: true,
      visitedOn: true,
      score: true,
      comments: true,
    } as const),
    ...({ buildingsLookedAt: true, filesReviewed: true, lowIncomeUnits: true, sampleDraws: true } as const),
  })
  .extend({
    number: z.string(),
    propertyName: z.string(),
    place: z.string(),
    inspectorName: z.string().nullable(),
    passFrom: z.number(),
    cure: z.object({
      urgentDays: z.number(),
      moderateDays: z.number(),
      lowDays: z.number(),
      correctionDays: z.number(),
    }),
    last: z.object({ day: z.string(), score: z.number().nullable() }).nullable(),
    units: z.array(visitUnit),
    findings: z.array(visitFinding),
    buildings: z.array(PropertyBuilding.row.pick({ bin: true, name: true })),
    /** Standards named in earlier findings, the most frequent first, each with its most frequent severity. */
    standards: z.array(z.object({ standardCode: z.string(), severity: z.int() })),
  })
/** A visit as a device stores it: only the data that the visit screen needs. */
export type Visit = z.infer<typeof visit>

const params = z.object({ id: id('Inspection') })

export const getVisit = call({
  method: 'GET',
  path: `${path}/GetVisit/:id`,
  access: agency('read'),
  params,
  answer: visit,
  summary: 'A visit as a phone stores it: sample, findings, buildings, earlier findings',
})

/** Declares a call for an entry made during a visit. `sentKey` makes sure that it is processed only once. */
const declareEntryCall = <Body extends z.ZodRawShape>(name: string, body: Body, summary: string) =>
  call({
    method: 'POST' as const,
    path: `${path}/${name}/:id`,
    access: agency('write'),
    params,
    body: z.object({ sentKey, ...body }),
    answer: visit,
    summary,
  })

/**
 * Identifies a finding: by its id and version, or as the one that an earlier entry of the same device created
 * or changed.
 */
const findingKey = {
  inspectionFindingId: ref('Finding', 'InspectionFinding').optional(),
  version: number('Version').optional(),
  after: previousEntryKey,
}

export const saveVisitFinding = declareEntryCall(
  'SaveVisitFinding',
  { ...findingKey, ...findingFields.shape, foundOn: day('Found').optional() },
  'Visit: save a new or changed finding; each entry is processed once',
)
export const removeVisitFinding = declareEntryCall(
  'RemoveVisitFinding',
  findingKey,
  'Visit: remove a finding entered by mistake',
)
export const recordVisitUnit = declareEntryCall(
  'LookAtVisitUnit',
  {
    unit: requiredText('Unit', 20),
    statusId: number('State', UnitStatus.WAITING, UnitStatus.NO_ENTRY).unwrap(),
    note: text('Note', 300),
    fileReviewed: flag('File reviewed'),
    substitute: flag('Take a substitute').optional(),
    /**
     * The unit's state as the device showed it. The call answers 409 if a colleague has changed the state
     * since then.
     */
    seen: z
      .object({ statusId: z.int(), note: z.string().max(300).nullable(), fileReviewed: z.boolean() })
      .optional(),
  },
  'Visit: record that a unit was inspected, or that nobody was home, with a reason and an optional substitute; each entry is processed once',
)
export const finishVisit = declareEntryCall(
  'FinishVisit',
  {
    visitedOn: day('Visited').unwrap(),
    score: decimal('Score').optional(),
    buildingsLookedAt: number('Buildings looked at', 0, 1000).optional(),
    filesReviewed: number('Files reviewed', 0, 5000).optional(),
    comments: longText('Comments for the report', 4000).optional(),
  },
  'Visit: finish it; each entry is processed once',
)

/** The document type of photos taken at a visit. */
export const PHOTO_TYPE = 'Photo before'

export const addVisitPhoto = call({
  method: 'POST',
  path: `${path}/AddVisitPhoto/:id`,
  access: agency('write'),
  params,
  bodyType: 'multipart',
  body: z.object({
    sentKey,
    inspectionFindingId: ref('Finding', 'InspectionFinding').optional(),
    after: previousEntryKey,
  }),
  answer: visit,
  summary: 'Visit: add a photo to a finding; each entry is processed once',
})
