import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { SpecialNeedsHold, SpecialNeedsSetAside } from './entities.ts'

const read = permission('Occupancy', 'read')

/** The agency sets the units that are set aside; the company reports their residents and the holds. */
export const setAsides = controller(SpecialNeedsSetAside, {
  path: '/api/SpecialNeedsSetAside',
  read,
  write: agency('write'),
})
export const holds = controller(SpecialNeedsHold, {
  path: '/api/SpecialNeedsHold',
  read,
  write: permission('Occupancy', 'write'),
})

export const getByProjectId = call({
  method: 'GET',
  path: `${setAsides.path}/GetByProjectId/:projectId`,
  access: read,
  params: z.object({ projectId: id('Property') }),
  answer: z.object({
    propertyId: z.int(),
    totalUnits: z.int(),
    /** Percent points of the units that are to be set aside at least. */
    leastPercent: z.number(),
    holdDays: z.number(),
    today: z.string(),
    setAsides: z.array(SpecialNeedsSetAside.row),
    holds: z.array(SpecialNeedsHold.row),
    /** The newest month that says who lives in the units; null where none does. */
    month: z.string().nullable(),
    referred: z.int(),
    /** Units rented to others after a hold: the next vacancy of each is owed to a referred household. */
    owed: z.int(),
  }),
  summary: 'Special needs: the units a property sets aside, who lives there, holds, and units owed',
})
