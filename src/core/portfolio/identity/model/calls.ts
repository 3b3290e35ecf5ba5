import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import * as entities from './entities.ts'

const rights = { read: signedIn, write: agency('write') } as const

export const formerNames = controller(entities.PropertyFormerName, {
  path: '/api/PropertyFormerName',
  ...rights,
})
export const partners = controller(entities.PropertyPartner, { path: '/api/PropertyPartner', ...rights })
export const programNumbers = controller(entities.PropertyProgramNumber, {
  path: '/api/PropertyProgramNumber',
  ...rights,
})
export const allocations = controller(entities.CreditAllocation, { path: '/api/CreditAllocation', ...rights })

export const getIdentity = call({
  method: 'GET',
  path: '/api/projects/GetIdentity/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.object({
    formerNames: z.array(entities.PropertyFormerName.row),
    partners: z.array(entities.PropertyPartner.row),
    numbers: z.array(entities.PropertyProgramNumber.row),
    /** The identification numbers (BIN) of the property’s buildings. */
    buildings: z.array(z.string()),
    allocations: z.array(entities.CreditAllocation.row),
  }),
  summary: 'Former names, owners, program numbers and credits of a property',
})
