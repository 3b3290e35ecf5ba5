import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id } from '#kernel/model/field.ts'
import { Resyndication, ResyndicationType } from './entities.ts'

const path = '/api/Resyndication'
const { fields } = Resyndication
const byProperty = z.object({ propertyId: id('Property') })

export const types = controller(ResyndicationType, {
  path: '/api/ResyndicationType',
  read: signedIn,
  write: agency('admin'),
})
/** The generic calls of resyndications. They return those with a property in scope on either side. */
export const resyndications = controller(Resyndication, { path, read: signedIn, write: agency('write') })

/** A property in a resyndication (SHP-04). */
const project = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  agencyNumber: z.string().nullable(),
  /** The property’s LIHTC numbers, separated by commas. */
  lihtc: z.string().nullable(),
})
export type Project = z.infer<typeof project>
const row = z.object({
  resyndicationId: z.int(),
  oldProject: project,
  newProject: project,
  resyndicationType: z.string(),
  resyndicatedDate: z.string().nullable(),
  note: z.string().nullable(),
})
export type Row = z.infer<typeof row>

const propertyIds = (label: string) => z.array(id(label)).max(20).meta({ label, noun: 'Property' })
/** The body that records a resyndication: the properties to link, see `rules.ts`. */
export const resyndicationInput = z.object({
  oldPropertyIds: propertyIds('Old properties'),
  newPropertyIds: propertyIds('New properties'),
  resyndicationType: fields.resyndicationType.nullable(),
  resyndicatedDate: fields.resyndicatedDate,
  note: fields.note.optional(),
  carryRents: flag('The rents are carried over').optional(),
})

export const createModel = call({
  method: 'GET',
  path: `${path}/CreateResyndicationModel`,
  access: agency('read'),
  answer: resyndicationInput.required(),
  summary: 'An empty record of a resyndication',
})

export const createRow = call({
  method: 'GET',
  path: `${path}/CreateResyndicationRow/:propertyId`,
  access: agency('read'),
  params: byProperty,
  answer: z.object({
    oldProject: project,
    newProject: project.nullable(),
    resyndicationType: z.string().nullable(),
    resyndicatedDate: z.string(),
    /** Properties at the same address that may be the new project. */
    candidates: z.array(project),
  }),
  summary: 'A new row for an old property, and the properties that may be its new project',
})

/** The changes of a resyndication, and the records it leaves unchanged. */
const plan = z.object({
  ends: z.array(
    z.object({ propertyId: z.int(), propertyName: z.string(), task: z.string(), tasks: z.int() }),
  ),
  carries: z.array(
    z.object({
      propertyId: z.int(),
      propertyName: z.string(),
      fromName: z.string(),
      unitType: z.string(),
      rent: z.number(),
      utilityAllowance: z.number(),
    }),
  ),
  /** The unit types that a new property without any receives. */
  unitTypes: z.array(z.object({ propertyName: z.string(), unitType: z.string(), count: z.int() })),
  /** The records that remain with the old property, as sentences. */
  stays: z.array(z.string()),
})
export type Plan = z.infer<typeof plan>

export const getInfo = call({
  method: 'GET',
  path: `${path}/GetResyndicationInfo/:propertyId`,
  access: signedIn,
  params: byProperty,
  answer: z.object({
    project,
    resyndicatedTo: z.int(),
    resyndicatedFrom: z.int(),
    chain: z.array(row),
  }),
  summary: 'A property with its chain of resyndications, oldest first',
})

export const getHistory = call({
  method: 'GET',
  path: `${path}/GetResyndicationHistoryByProperty/:propertyId/:latest`,
  access: signedIn,
  params: byProperty.extend({
    latest: z
      .enum(['true', 'false', '1', '0'])
      .transform((text) => text === 'true' || text === '1')
      .meta({ label: 'The newest alone' }),
  }),
  answer: z.array(row),
  summary: 'The resyndications in the chain of a property, newest first, or only the latest',
})

export const previewResyndication = call({
  method: 'POST',
  path: `${path}/PreviewResyndication`,
  access: agency('write'),
  body: resyndicationInput,
  answer: plan,
  summary: 'Preview what recording a resyndication would move and what not; nothing is changed',
})

export const createResyndication = call({
  method: 'POST',
  path: `${path}/CreateResyndication`,
  access: agency('write'),
  body: resyndicationInput,
  answer: z.array(row),
  summary:
    'Record a resyndication: old and new properties are linked, schedules of the old ones end, rents are carried over',
})
