import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import * as entities from './entities.ts'

const lists = { read: signedIn, write: agency('admin') } as const
const rows = { read: signedIn, write: agency('write') } as const

export const unitTypes = controller(entities.UnitType, { path: '/api/UnitType', ...lists })
export const characteristicTypes = controller(entities.CharacteristicType, {
  path: '/api/CharacteristicType',
  ...lists,
})
export const assistanceTypes = controller(entities.AssistanceType, { path: '/api/AssistanceType', ...lists })
export const characteristics = controller(entities.PropertyCharacteristic, {
  path: '/api/PropertyCharacteristic',
  ...rows,
})
export const assistance = controller(entities.AdditionalAssistance, {
  path: '/api/AdditionalAssistance',
  ...rows,
})

export const getByProperty = call({
  method: 'GET',
  path: `${characteristics.path}/GetByProperty/:propertyId`,
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.object({
    characteristics: z.array(entities.PropertyCharacteristic.row.extend({ name: z.string() })),
    assistance: z.array(entities.AdditionalAssistance.row.extend({ name: z.string() })),
  }),
  summary: 'The characteristics of a property, and the rental assistance of its units',
})
