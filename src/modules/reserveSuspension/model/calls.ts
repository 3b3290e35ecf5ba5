import { z } from 'zod'
import { permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { suspensions } from './suspensions.ts'

const ofProperty = {
  method: 'GET',
  access: permission('Replacement_Reserve', 'read'),
  params: z.object({ propertyId: id('Property') }),
} as const

export const suspensionRequestExists = call({
  ...ofProperty,
  path: `${suspensions.path}/SuspensionRequestExists/:propertyId`,
  answer: z.boolean(),
  summary: 'Whether a property has a suspension request that is not decided yet',
})
export const getActiveSuspension = call({
  ...ofProperty,
  path: `${suspensions.path}/GetActiveSuspension/:propertyId`,
  answer: suspensions.calls.list.answer.element.nullable(),
  summary: 'The suspension of a property that is active',
})
