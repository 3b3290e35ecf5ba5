import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { SpecialNeedsHold, SpecialNeedsSetAside } from './entities.ts'

const read = permission('Occupancy', 'read')

/**
 * The agency enters the units that are set aside; the company reports who occupies them and which units it
 * reserves.
 */
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
    /** The minimum share of units to set aside, in percent points. */
    leastPercent: z.number(),
    holdDays: z.number(),
    today: z.string(),
    setAsides: z.array(SpecialNeedsSetAside.row),
    holds: z.array(SpecialNeedsHold.row),
    /** The latest month with information about who lives in the units; null if there is none. */
    month: z.string().nullable(),
    referred: z.int(),
    /**
     * The number of units rented to others after a hold: for each, the next vacancy is owed to a referred
     * household.
     */
    owed: z.int(),
  }),
  summary: 'Special needs: the units a property sets aside, who lives there, holds, and units owed',
})
